import type { Monitoring } from '@crossdock/client'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { formatInteger, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Chart, chartHeight, ChartTable, Legend } from './Chart.js'
import type { Period } from './MonitoringFilters.js'
import { niceTop, pointName, timesOf } from './times.js'

const gap = 0.24

interface Props {
  monitoring: Pick<Monitoring, 'points' | 'completed' | 'failed' | 'cancelled'>
  period: Period
}

/** Bars of ended runs: completed ones gray, failed ones red at the bottom. */
export function Throughput({ monitoring, period }: Props) {
  const translate = useTranslate()
  const { palette } = useTheme()
  const text = (key: string, values?: object) => translate(`flows.monitoring.${key}`, values)
  const { points, completed, failed, cancelled } = monitoring
  const most = Math.max(0, ...points.map((point) => point.completed + point.failed))
  const top = niceTop(most)
  const all = completed + failed + cancelled
  const figures = {
    smart_count: all,
    count: formatInteger(all),
    failed: formatInteger(failed),
  }
  const bars = palette.chart
  const red = palette.tones.danger.bar
  return (
    <Section
      title={text('throughput')}
      description={text('executions', figures)}
      actions={
        <Box sx={{ display: 'flex', gap: 1.5, py: 1 }}>
          <Legend color={bars} name={text('completed')} />
          <Legend color={red} name={text('failed')} />
        </Box>
      }
    >
      <Chart
        label={text('throughputLabel', figures)}
        axis={[formatInteger(top), formatInteger(top / 2), '0']}
        times={timesOf(period, points, text('now'))}
        points={points.length}
      >
        {points.map((point, at) => {
          const size = (runs: number) => (runs / top) * chartHeight
          const bar = { x: at + gap / 2, width: 1 - gap }
          return (
            <g key={point.at}>
              <title>{`${pointName(period, point.at)}: ${text('bar', point)}`}</title>
              <rect x={at} width={1} height={chartHeight} fill="transparent" />
              <rect
                {...bar}
                y={chartHeight - size(point.completed + point.failed)}
                height={size(point.completed)}
                fill={bars}
              />
              <rect
                {...bar}
                y={chartHeight - size(point.failed)}
                height={size(point.failed)}
                fill={red}
              />
            </g>
          )
        })}
      </Chart>
      <ChartTable
        label={text('throughput')}
        heads={[text('time'), text('completed'), text('failed')]}
        rows={points.map((one) => [pointName(period, one.at), one.completed, one.failed])}
      />
    </Section>
  )
}
