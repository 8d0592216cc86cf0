import type { Monitoring } from '@crossdock/client'
import Box from '@mui/material/Box'
import { EmptyState, ErrorState, RowsSkeleton, useRead } from '@crossdock/admin/kit'
import { ChartColumn } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router-dom'
import { POLL } from '../runs/model.js'
import { Failures } from './Failures.js'
import { Latency } from './Latency.js'
import { MonitoringFilters, periods, type Period } from './MonitoringFilters.js'
import { QueueDepth } from './QueueDepth.js'
import { SlowestSteps } from './SlowestSteps.js'
import { Throughput } from './Throughput.js'

/** Statistics of runs over a period: number, duration, failures and queue. */
export default function MonitoringTab() {
  const translate = useTranslate()
  const [search] = useSearchParams()
  const period = periods.find((one) => one === search.get('period')) ?? 'day'
  const query = {
    period,
    ...narrowedBy('workflowId', search.get('workflowId')),
    ...narrowedBy('systemId', search.get('systemId')),
  }
  const read = useRead<Monitoring>('flow-executions/monitoring', { query, refetchInterval: POLL })
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, pt: 1 }}>
      <MonitoringFilters period={period} />
      {read.error ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <RowsSkeleton rows={8} />
      ) : isEmpty(read.data) ? (
        <EmptyState
          icon={ChartColumn}
          title={translate('flows.monitoring.empty')}
          description={translate('flows.monitoring.emptyText')}
        />
      ) : (
        <Panels monitoring={read.data} period={period} />
      )}
    </Box>
  )
}

const narrowedBy = (name: string, value: string | null) => (value ? { [name]: value } : {})

const isEmpty = ({ completed, failed, cancelled, queue }: Monitoring) =>
  completed + failed + cancelled + queue.count === 0

const twoColumns = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
} as const

function Panels({ monitoring, period }: { monitoring: Monitoring; period: Period }) {
  return (
    <>
      <Box sx={twoColumns}>
        <Throughput monitoring={monitoring} period={period} />
        <Latency monitoring={monitoring} period={period} />
      </Box>
      <Box sx={twoColumns}>
        <Failures monitoring={monitoring} />
        <QueueDepth queue={monitoring.queue} period={period} />
      </Box>
      <SlowestSteps steps={monitoring.steps} />
    </>
  )
}
