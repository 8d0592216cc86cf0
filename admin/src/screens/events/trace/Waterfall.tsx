import type { Trace } from '@crossdock/client'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { formatDuration, Icon, Section } from '@crossdock/admin/kit'
import { Hourglass } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { linesOf, type Line } from './model.js'
import { iconOf, useTraceTexts } from './trace_texts.js'

interface WaterfallProps {
  trace: Trace
  chosen: number
  onChoose: (at: number) => void
}

/** All objects in order, each with its time, indented below the run and step that caused it. */
export function Waterfall({ trace, chosen, onChoose }: WaterfallProps) {
  const translate = useTranslate()
  const lines = linesOf(trace)
  const first = Math.min(...lines.map(({ startMs }) => startMs))
  const whole = Math.max(...lines.map(({ endMs }) => endMs)) - first
  return (
    <Section
      title={translate('events.trace.inOrder')}
      actions={
        <Typography variant="body2" color="textSecondary" sx={{ py: 0.75 }}>
          {translate('events.trace.span', { end: formatDuration(whole) })}
        </Typography>
      }
      flush
    >
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lines.map((line) => (
          <Box component="li" key={line.key} sx={{ borderTop: 1, borderColor: 'divider' }}>
            <Row
              line={line}
              first={first}
              whole={whole}
              isChosen={line.at === chosen}
              onChoose={onChoose}
            />
          </Box>
        ))}
      </Box>
    </Section>
  )
}

interface RowProps extends Pick<WaterfallProps, 'onChoose'> {
  line: Line
  first: number
  whole: number
  isChosen: boolean
}

function Row({ line, first, whole, isChosen, onChoose }: RowProps) {
  const translate = useTranslate()
  const { title } = useTraceTexts()
  const { at, object, depth, startMs, endMs } = line
  const left = whole > 0 ? ((startMs - first) / whole) * 100 : 0
  const width = whole > 0 ? ((endMs - startMs) / whole) * 100 : 0
  const hasTime = object === undefined || object.durationMs !== null
  const content = (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, pl: depth * 2.5 }}>
        <Box component="span" sx={{ color: 'text.secondary', lineHeight: 0, flex: 'none' }}>
          <Icon icon={object ? iconOf(object.type) : Hourglass} />
        </Box>
        <Typography noWrap sx={{ color: object?.isHidden ? 'text.secondary' : 'text.primary' }}>
          {object ? title(object) : translate('events.trace.waited')}
        </Typography>
      </Box>
      <Box
        aria-hidden
        sx={{ display: { xs: 'none', sm: 'block' }, position: 'relative', height: 10 }}
      >
        <Box
          sx={{
            position: 'absolute',
            height: 10,
            borderRadius: '3px',
            minWidth: 3,
            left: `min(${left}%, calc(100% - 3px))`,
            width: `${width}%`,
            bgcolor: (theme: Theme) => colorOf(line, theme),
          }}
        />
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ textAlign: 'right' }}>
        {hasTime ? formatDuration(endMs - startMs) : ''}
      </Typography>
    </>
  )
  if (at === undefined) return <Box sx={row}>{content}</Box>
  return (
    <ButtonBase
      onClick={() => onChoose(at)}
      aria-pressed={isChosen}
      sx={{ ...row, bgcolor: (theme) => (isChosen ? theme.palette.surface.selected : undefined) }}
    >
      {content}
    </ButtonBase>
  )
}

function colorOf({ object, isFailed, isDone }: Line, { palette }: Theme): string {
  if (!object || object.status === 'waiting') return palette.surface.border
  if (isFailed) return palette.tones.danger.bar
  return isDone ? palette.tones.success.bar : palette.chart
}

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 72px', sm: 'minmax(0, 2fr) minmax(0, 3fr) 72px' },
  alignItems: 'center',
  columnGap: 2,
  width: '100%',
  minHeight: { xs: 44, sm: 40 },
  px: { xs: 2, sm: 2.5 },
  textAlign: 'left',
} as const
