import type { MonitoringQueue } from '@crossdock/client'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import { formatInteger, RelativeTime, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Chart, ChartTable, Line } from './Chart.js'
import type { Period } from './MonitoringFilters.js'
import { niceTop, pointName, timesOf } from './times.js'

/** The number of runs that waited for a worker. */
export function QueueDepth({ queue, period }: { queue: MonitoringQueue; period: Period }) {
  const translate = useTranslate()
  const { palette } = useTheme()
  const text = (key: string, values?: object) => translate(`flows.monitoring.${key}`, values)
  const { points, count, oldest } = queue
  const peak = points.reduce(
    (most, point) => (point.waiting > most.waiting ? point : most),
    points[0]!
  )
  const top = niceTop(peak.waiting)
  const said = { count: formatInteger(peak.waiting), time: pointName(period, peak.at) }
  return (
    <Section
      title={text('queue')}
      description={
        oldest ? (
          <>
            {text('waiting', { smart_count: count, count: formatInteger(count) })}{' '}
            <RelativeTime time={oldest} />
          </>
        ) : (
          text('nothingWaits')
        )
      }
    >
      <Chart
        label={text('peak', said)}
        axis={[formatInteger(top), formatInteger(top / 2), '0']}
        times={timesOf(period, points, text('now'))}
        points={points.length}
        height={96}
      >
        <Line
          values={points.map(({ waiting }) => waiting)}
          top={top}
          color={palette.tones.neutral.bar}
          fill={palette.tones.neutral.bg}
        />
      </Chart>
      {peak.waiting > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {text('peak', said)}
        </Typography>
      )}
      <ChartTable
        label={text('queue')}
        heads={[text('time'), text('waitingHead')]}
        rows={points.map(({ at, waiting }) => [pointName(period, at), waiting])}
      />
    </Section>
  )
}
