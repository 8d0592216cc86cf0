import type { ImportOperation } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { EmptyState } from '@crossdock/admin/kit'
import { SearchX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { OperationRow } from './OperationRow.js'
import { groupsOf, toggled, type Group } from './operations.js'

/** Number of rows that render without a noticeable delay. */
const rowsAtOnce = 200

interface OperationListProps {
  operations: ImportOperation[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
  openKey: string | undefined
  onOpen: (key: string) => void
}

/** Lists operations by group, each with a checkbox. */
export function OperationList(props: OperationListProps) {
  const { operations, chosen, onChosen, openKey, onOpen } = props
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.imports.${key}`, values)
  const [most, setMost] = useState(rowsAtOnce)
  if (operations.length === 0) {
    return <EmptyState icon={SearchX} title={text('noMatch')} />
  }
  const behind = operations.length - most
  return (
    <Card sx={{ minWidth: 0 }}>
      {groupsOf(operations.slice(0, most)).map((group) => (
        <section key={group.name} aria-label={group.name || text('noGroup')}>
          <GroupHead group={group} chosen={chosen} onChosen={onChosen} />
          {group.operations.map((operation) => (
            <OperationRow
              key={operation.key}
              operation={operation}
              isChosen={chosen.has(operation.key)}
              isOpen={operation.key === openKey}
              onChoose={(on) => onChosen(toggled(chosen, [operation.key], on))}
              onOpen={() => onOpen(operation.key)}
            />
          ))}
        </section>
      ))}
      {behind > 0 && (
        <Button fullWidth onClick={() => setMost(most + 5 * rowsAtOnce)}>
          {text('more', { smart_count: behind })}
        </Button>
      )}
    </Card>
  )
}

interface GroupHeadProps extends Pick<OperationListProps, 'chosen' | 'onChosen'> {
  group: Group
}

function GroupHead({ group, chosen, onChosen }: GroupHeadProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.imports.${key}`, values)
  const possible = group.operations.filter(({ canImport }) => canImport).map(({ key }) => key)
  const count = possible.filter((key) => chosen.has(key)).length
  const name = group.name || text('noGroup')
  const isPartly = count > 0 && count < possible.length
  // The library shows "some selected" visually, but does not set it on the input element.
  const mark = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = isPartly
  }
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1,
        minHeight: 40,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: (theme) => theme.palette.surface.inset,
      }}
    >
      <Checkbox
        size="small"
        checked={count > 0 && count === possible.length}
        indeterminate={isPartly}
        disabled={possible.length === 0}
        onChange={() => onChosen(toggled(chosen, possible, count < possible.length))}
        slotProps={{ input: { ref: mark, 'aria-label': text('allOf', { name }) } }}
      />
      <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {text('chosen', { chosen: count, all: group.operations.length })}
      </Typography>
    </Box>
  )
}
