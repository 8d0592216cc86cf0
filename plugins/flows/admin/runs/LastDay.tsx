import type { RunHour } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import {
  ErrorState,
  formatInteger,
  formatTime,
  Later,
  ScreenReaderOnly,
  Section,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { HourBars } from './HourBars.js'
import { POLL } from './model.js'

const failedRuns = '/flow-execution?filter=%7B%22status%22%3A%22failed%22%7D'
const empty: readonly RunHour[] = []

/** On the dashboard: runs of the last 24 hours by the hour, failed ones shown separately. */
export default function LastDay() {
  const translate = useTranslate()
  const read = useRead<RunHour[]>('flow-executions/hours', { refetchInterval: POLL })
  const text = (key: string, values?: object) => translate(`flows.lastDay.${key}`, values)
  if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const hours = read.data ?? empty
  const sum = (of: 'runs' | 'failed') => hours.reduce((all, hour) => all + hour[of], 0)
  const [runs, failed] = [sum('runs'), sum('failed')]
  // Without runs, the chart has no content.
  const isEmpty = read.data !== undefined && runs === 0
  const top = niceTop(Math.max(0, ...hours.map((hour) => hour.runs)))
  const figures = { smart_count: runs, count: formatInteger(runs), failed: formatInteger(failed) }
  const numbers = ({ runs, failed }: RunHour) => ({ count: runs, smart_count: runs, failed })
  return (
    <Section
      title={text('title')}
      description={!read.data ? '\u00a0' : isEmpty ? undefined : text('figures', figures)}
      actions={
        failed > 0 && (
          <Link component={RouterLink} to={failedRuns} variant="body2" sx={{ my: 0.75 }}>
            {text('showFailed')}
          </Link>
        )
      }
    >
      {isEmpty ? (
        <Typography color="textSecondary" sx={{ display: 'grid', placeItems: 'center', height: 1 }}>
          {text('none')}
        </Typography>
      ) : (
        <>
          <Box sx={{ display: 'flex', gap: 1.25 }}>
            <Axis labels={[formatInteger(top), formatInteger(top / 2), '0']} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ position: 'relative', height: 116 }}>
                <HourBars
                  hours={hours}
                  top={top}
                  label={text('label', figures)}
                  titleOf={(hour) => `${formatTime(hour.hour)}: ${text('figures', numbers(hour))}`}
                />
              </Box>
              <Hours hours={hours} />
            </Box>
          </Box>
          <Later>
            <ScreenReaderOnly>
              <table aria-label={text('title')}>
                <thead>
                  <tr>
                    <th>{text('hour')}</th>
                    <th>{text('runs')}</th>
                    <th>{text('failed')}</th>
                  </tr>
                </thead>
                <tbody>
                  {hours.map((hour) => (
                    <tr key={hour.hour}>
                      <th scope="row">{formatTime(hour.hour)}</th>
                      <td>{hour.runs}</td>
                      <td>{hour.failed}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScreenReaderOnly>
          </Later>
        </>
      )}
    </Section>
  )
}

/** Returns the next of 2, 4, 10, 20, 40, 100 …, so that the middle of the scale is a whole number, too. */
export function niceTop(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    const top = [2, 4, 10].map((step) => step * unit).find((step) => step >= most)
    if (top) return top
  }
}

const Axis = ({ labels }: { labels: readonly string[] }) => (
  <Box
    aria-hidden
    sx={{
      height: 132,
      mt: -1,
      minWidth: 24,
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'space-between',
      textAlign: 'right',
    }}
  >
    {labels.map((label) => (
      <Typography key={label} variant="caption" color="textSecondary" sx={{ lineHeight: '16px' }}>
        {label}
      </Typography>
    ))}
  </Box>
)

/** The time of every sixth hour, below the bars. */
const Hours = ({ hours }: { hours: readonly RunHour[] }) => (
  <Box aria-hidden sx={{ display: 'flex', mt: 0.5, height: 18 }}>
    {hours
      .filter((_, at) => at % 6 === 0)
      .map(({ hour }) => (
        <Typography key={hour} variant="caption" color="textSecondary" sx={{ flex: 1 }} noWrap>
          {formatTime(hour)}
        </Typography>
      ))}
  </Box>
)
