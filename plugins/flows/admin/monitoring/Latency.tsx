import type { Monitoring } from '@crossdock/client'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { formatDuration, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Chart, ChartTable, Legend, Line } from './Chart.js'
import type { Period } from './MonitoringFilters.js'
import { niceTop, pointName, timesOf } from './times.js'

const parts = ['p50', 'p95', 'p99'] as const

interface Props {
  monitoring: Pick<Monitoring, 'points' | 'p50' | 'p95' | 'p99'>
  period: Period
}

/** Durations of completed runs: the median and the 95th percentile. */
export function Latency({ monitoring, period }: Props) {
  const translate = useTranslate()
  const { palette } = useTheme()
  const text = (key: string, values?: object) => translate(`flows.monitoring.${key}`, values)
  const { points } = monitoring
  const colors = {
    p50: palette.tones.neutral.bar,
    p95: palette.info.main,
    p99: palette.tones.warning.bar,
  }
  const top = niceTop(Math.max(1, ...points.map(({ p99 }) => p99 ?? 0)))
  const figures = Object.fromEntries(parts.map((part) => [part, formatDuration(monitoring[part])]))
  return (
    <Section
      title={text('latency')}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, py: 1 }}>
          {parts.map((part) => (
            <Legend key={part} color={colors[part]} name={part} figure={figures[part]} />
          ))}
        </Box>
      }
    >
      <Chart
        label={text('latencyLabel', figures)}
        axis={[formatDuration(top), formatDuration(top / 2), '0']}
        times={timesOf(period, points, text('now'))}
        points={points.length}
      >
        {parts.map((part) => (
          <Line
            key={part}
            values={points.map((point) => point[part])}
            top={top}
            color={colors[part]}
          />
        ))}
      </Chart>
      <ChartTable
        label={text('latency')}
        heads={[text('time'), ...parts]}
        rows={points.map((point) => [
          pointName(period, point.at),
          ...parts.map((part) => formatDuration(point[part])),
        ])}
      />
    </Section>
  )
}
