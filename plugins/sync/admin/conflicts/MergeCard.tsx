import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { formatInteger, mono, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { sideNames, type SideName, type SyncConflict, type SyncContract } from '../model.js'
import { useVersionNames } from '../pieces/use_side_names.js'
import type { TextMerge } from './use_merge.js'
import { partsOf, type Choice, type MergeRow } from './merge_lines.js'

interface MergeCardProps {
  conflict: SyncConflict
  contract: SyncContract
  rows: readonly MergeRow[]
  merge: TextMerge
}

const page = 100

/** Selects a side for each differing line, or edits the text manually. */
export function MergeCard({ conflict, contract, rows, merge }: MergeCardProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.merge.${key}`, values)
  const names = useVersionNames(conflict, contract)
  const [shown, setShown] = useState(page)
  const differing = rows.filter(({ difference }) => difference !== undefined)
  const changed = differing.filter(({ source, target }) => source && target).length
  const added = differing.length - changed
  const summary = [
    ...(changed > 0
      ? [text('differ', { smart_count: changed, count: formatInteger(changed) })]
      : []),
    ...(added > 0 ? [text('added', { smart_count: added, count: formatInteger(added) })] : []),
    ...(merge.open > 0
      ? [text('open', { smart_count: merge.open, count: formatInteger(merge.open) })]
      : []),
  ].join(', ')
  const isWritten = merge.written !== undefined
  return (
    <Section
      flush={!isWritten}
      title={text('title')}
      description={summary || text('onlyEnds')}
      actions={
        <>
          {merge.open > 1 &&
            sideNames.map((side) => (
              <Button key={side} size="small" onClick={() => merge.chooseRest(side)}>
                {text('rest', { name: names[side] })}
              </Button>
            ))}
          <Button
            size="small"
            variant="outlined"
            onClick={() => merge.setWritten(isWritten ? undefined : merge.result)}
          >
            {text(isWritten ? 'byLines' : 'edit')}
          </Button>
        </>
      }
    >
      {isWritten ? (
        <TextField
          fullWidth
          multiline
          minRows={8}
          maxRows={24}
          value={merge.written}
          onChange={(event) => merge.setWritten(event.target.value)}
          slotProps={{
            htmlInput: {
              'aria-label': text('written'),
              spellCheck: false,
              style: { fontFamily: mono, fontSize: '0.78125rem', lineHeight: '22px' },
            },
          }}
        />
      ) : (
        <Box component="ul" aria-label={text('title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {differing.slice(0, shown).map((row) => (
            <LineChoice
              key={row.difference}
              row={row}
              choice={merge.choiceOf(row)}
              names={names}
              onChoose={(choice) => merge.choose(row, choice)}
            />
          ))}
          {differing.length > shown && (
            <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', px: 1.5, py: 0.5 }}>
              <Button size="small" onClick={() => setShown(shown + page)}>
                {text('more', { count: formatInteger(differing.length - shown) })}
              </Button>
            </Box>
          )}
        </Box>
      )}
    </Section>
  )
}

interface LineChoiceProps {
  row: MergeRow
  choice: Choice | null
  names: Record<SideName, string>
  onChoose: (choice: Choice) => void
}

function LineChoice({ row, choice, names, onChoose }: LineChoiceProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.merge.${key}`, values)
  const { source, target } = row
  const number = (source ?? target)!.number
  const label = text('line', { number: formatInteger(number) })
  const parts = source && target ? partsOf(source.text, target.text) : undefined
  const side: SideName = source ? 'source' : 'target'
  const options: [Choice, string][] = parts
    ? [
        ['source', text('from', { text: parts.one.trim() || text('blank'), name: names.source })],
        ['target', text('from', { text: parts.other.trim() || text('blank'), name: names.target })],
      ]
    : [
        [side, text('keep', { name: names[side] })],
        ['none', text('leaveOut')],
      ]
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.75,
        minHeight: 46,
        px: { xs: 2, sm: 2.5 },
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
        gridTemplateColumns: {
          xs: '64px minmax(0, 1fr)',
          md: '72px minmax(0, 200px) minmax(0, 1fr)',
        },
      }}
    >
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Box
        title={parts ? undefined : (source ?? target)!.text}
        sx={{
          fontFamily: mono,
          fontSize: '0.78125rem',
          whiteSpace: 'pre',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          minWidth: 0,
        }}
      >
        {parts ? parts.start : (source ?? target)!.text}
      </Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={choice}
        aria-label={label}
        onChange={(_event, next: Choice | null) => next && onChoose(next)}
        sx={{ gridColumn: { xs: '1 / -1', md: 3 }, justifySelf: 'start', maxWidth: 1 }}
      >
        {options.map(([value, words]) => (
          <ToggleButton
            key={value}
            value={value}
            title={words}
            sx={{ textTransform: 'none', minWidth: 0 }}
          >
            <Box
              component="span"
              sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
            >
              {words}
            </Box>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  )
}
