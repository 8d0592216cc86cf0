import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import {
  formatBytes,
  formatDate,
  formatInteger,
  ScreenReaderOnly,
  Section,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { UsageDay } from './model.js'

const kinds = ['apiCalls', 'storageUsed', 'workflowExecutions', 'filesUploaded'] as const
type Kind = (typeof kinds)[number]

const dayMs = 24 * 60 * 60_000
const height = 100
const gap = 0.24

/** Usage on each of the last 30 days. */
export function LastDays({ days }: { days: readonly UsageDay[] }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`environments.ownUsage.${key}`, values)
  const [kind, setKind] = useState<Kind>('apiCalls')
  const bars = lastThirty(days, kind)
  const top = Math.max(1, ...bars.map(({ value }) => value))
  const sum = bars.reduce((all, { value }) => all + value, 0)
  const format = (value: number) =>
    kind === 'storageUsed' ? formatBytes(value) : formatInteger(value)
  // Storage is a level, so daily values are not added up.
  const total = kind === 'storageUsed' ? (bars.at(-1)?.value ?? 0) : sum
  return (
    <Section
      title={text('days')}
      description={text(`total.${kind}`, { count: format(total), smart_count: total })}
      actions={
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={text('shown')}
          value={kind}
          onChange={(_event, next: Kind | null) => next && setKind(next)}
        >
          {kinds.map((one) => (
            <ToggleButton key={one} value={one}>
              {text(`kind.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      <Bars bars={bars} top={top} label={text(`kind.${kind}`)} format={format} />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 0.75 }}>
        {[bars[0], bars.at(-1)].map(
          (bar) =>
            bar && (
              <Typography key={bar.date} variant="caption" color="textSecondary">
                {formatDate(bar.date)}
              </Typography>
            )
        )}
      </Box>
      <ScreenReaderOnly>
        <table aria-label={text(`kind.${kind}`)}>
          <tbody>
            {bars.map(({ date, value }) => (
              <tr key={date}>
                <th scope="row">{formatDate(date)}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScreenReaderOnly>
    </Section>
  )
}

interface Bar {
  /** Noon in UTC, which is the same day in nearly every time zone. */
  date: string
  value: number
  failed: number
}

function lastThirty(days: readonly UsageDay[], kind: Kind): Bar[] {
  const today = Math.floor(Date.now() / dayMs)
  let before = 0
  return Array.from({ length: 30 }, (_, at) => {
    const date = new Date((today - 29 + at) * dayMs).toISOString().slice(0, 10)
    const day = days.find((one) => one.date === date)
    // On a day without a row nothing changed, so the stored amount is that of the day before.
    before = day?.storageUsed ?? before
    const value = kind === 'storageUsed' ? before : (day?.[kind] ?? 0)
    return {
      date: `${date}T12:00:00.000Z`,
      value,
      failed: kind === 'apiCalls' ? (day?.errorCalls ?? 0) : 0,
    }
  })
}

interface BarsProps {
  bars: readonly Bar[]
  top: number
  label: string
  format: (value: number) => string
}

/** A bar for each day, with failed calls at its foot. */
function Bars({ bars, top, label, format }: BarsProps) {
  const { palette } = useTheme()
  const size = (value: number) => (value / top) * height
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length} ${height}`}
      preserveAspectRatio="none"
      style={{ display: 'block', width: '100%', height: 120 }}
    >
      <line
        x2={bars.length}
        y1={height}
        y2={height}
        stroke={palette.divider}
        vectorEffect="non-scaling-stroke"
      />
      {bars.map(({ date, value, failed }, at) => (
        <g key={date}>
          <title>{`${formatDate(date)}: ${format(value)}`}</title>
          <rect x={at} width={1} height={height} fill="transparent" />
          <rect
            x={at + gap / 2}
            width={1 - gap}
            y={height - size(value)}
            height={size(value - failed)}
            fill={palette.tones.neutral.bar}
          />
          <rect
            x={at + gap / 2}
            width={1 - gap}
            y={height - size(failed)}
            height={size(failed)}
            fill={palette.tones.danger.bar}
          />
        </g>
      ))}
    </svg>
  )
}
