import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  Badge,
  formatInteger,
  LoadedList,
  mono,
  RowsSkeleton,
  Section,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { SkippedFile, SyncContract } from '../model.js'
import { Explain } from './Explain.js'

const first = 5
const all = 200

/** Skipped files with their reasons, and a field that explains any file. */
export function Skipped({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.skipped.${key}`, values)
  const [isAll, setAll] = useState(false)
  const { skipped } = contract.state
  const read = useRead<SkippedFile[]>(['sync-contracts', contract.id, 'skipped'], {
    query: { range: `[0,${(isAll ? all : first) - 1}]` },
    keepPrevious: true,
  })
  return (
    <Section
      flush
      title={
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
          {text('title')}
          {skipped > 0 && <Badge variant="warning">{formatInteger(skipped)}</Badge>}
        </Box>
      }
    >
      <LoadedList
        plain
        read={read}
        skeleton={<RowsSkeleton rows={2} />}
        empty={
          <Typography color="textSecondary" sx={{ px: 2.5, pb: 1.5 }}>
            {text('none')}
          </Typography>
        }
      >
        {(list) => (
          <Box
            component="ul"
            aria-label={text('title')}
            sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 480, overflowY: 'auto' }}
          >
            {list.map((file) => (
              <SkippedRow key={file.id} file={file} />
            ))}
          </Box>
        )}
      </LoadedList>
      {!isAll && skipped > first && (
        <Box sx={{ borderTop: 1, borderColor: 'divider', px: 1.5, py: 0.5 }}>
          <Button size="small" onClick={() => setAll(true)}>
            {text('all', { count: formatInteger(skipped) })}
          </Button>
        </Box>
      )}
      <Explain contract={contract} />
    </Section>
  )
}

function SkippedRow({ file }: { file: SkippedFile }) {
  const { path, sentence } = file
  return (
    <Box
      component="li"
      sx={{ px: { xs: 2, sm: 2.5 }, py: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <Box
        component="p"
        sx={{ m: 0, fontFamily: mono, fontSize: '0.78125rem', overflowWrap: 'anywhere' }}
      >
        {path}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {sentence}
      </Typography>
    </Box>
  )
}
