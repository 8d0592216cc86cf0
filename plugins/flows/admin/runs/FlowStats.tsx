import type { ExecutionStats } from '@crossdock/client'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import {
  ErrorState,
  formatDuration,
  formatInteger,
  formatNumber,
  formatPercent,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { POLL } from './model.js'

/** The six figures above the runs, as one strip: the list is what people came for. */
export function FlowStats() {
  const translate = useTranslate()
  const stats = useRead<ExecutionStats>('flow-executions/stats', { refetchInterval: POLL })
  if (stats.error) return <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
  const figures = stats.data
  const cells = [
    ['total', figures?.totalExecutions ?? 0],
    ['running', figures?.runningExecutions ?? 0],
    ['completed', figures?.completedToday ?? 0],
    ['failed', figures?.failedToday ?? 0],
    ['duration', formatDuration(figures?.averageDuration)],
    ['rate', formatPercent(figures?.successRate)],
  ] as const
  return (
    <Card sx={strip}>
      {cells.map(([key, value]) => {
        const isNumber = typeof value === 'number'
        return (
          <Box key={key} sx={{ px: { xs: 1.5, sm: 2 }, py: 1, minWidth: 0 }}>
            <Typography variant="caption" color="textSecondary" component="p" noWrap>
              {translate(`flows.runs.stats.${key}`)}
            </Typography>
            <Typography
              component="p"
              title={isNumber ? formatInteger(value) : undefined}
              color={key === 'failed' && value !== 0 ? 'error' : undefined}
              sx={{ fontSize: '1rem', fontWeight: 600, lineHeight: '22px' }}
            >
              {stats.isPending ? <Skeleton width={48} /> : isNumber ? formatNumber(value) : value}
            </Typography>
          </Box>
        )
      })}
    </Card>
  )
}

const strip = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(3, minmax(0, 1fr))', md: 'repeat(6, minmax(0, 1fr))' },
  '& > *': { borderLeft: 1, borderColor: 'divider' },
  '& > *:nth-of-type(3n + 1)': { borderLeftWidth: { xs: 0, md: 1 } },
  '& > *:first-of-type': { borderLeftWidth: { xs: 0, md: 0 } },
} as const
