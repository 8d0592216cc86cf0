import type { UserImport } from '@crossdock/client'
import Chip from '@mui/material/Chip'
import Box from '@mui/material/Box'
import { formatInteger } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { importCounts } from '../model.js'

interface ImportCountsProps {
  file: UserImport
  outcome: string | undefined
  onOutcome: (outcome: string | undefined) => void
}

/** The number of rows by outcome. A press filters the rows. */
export function ImportCounts({ file, outcome, onOutcome }: ImportCountsProps) {
  const translate = useTranslate()
  return (
    <Box
      role="group"
      aria-label={translate('users.import.preview')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
    >
      {importCounts.map(([id, column]) => (
        <Chip
          key={id}
          component="button"
          clickable
          disabled={file[column] === 0}
          aria-pressed={outcome === id}
          color={outcome === id ? 'primary' : 'default'}
          variant={outcome === id ? 'filled' : 'outlined'}
          label={translate(`users.import.count.${id}`, {
            smart_count: file[column],
            count: formatInteger(file[column]),
          })}
          onClick={() => onOutcome(outcome === id ? undefined : id)}
        />
      ))}
    </Box>
  )
}
