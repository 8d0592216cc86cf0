import type { EnvironmentSummary } from '@crossdock/client'
import { ErrorState, formatInteger, StatCard, StatGrid, useRead } from '@crossdock/admin/kit'
import { Activity, CircleCheck, HardDrive, Layers } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { formatGigabytes } from './model.js'

/** Total usage of all environments, or of one tenant's. */
export function SummaryCards({ tenantId }: { tenantId: string | null }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`environments.summary.${key}`, values)
  const read = useRead<EnvironmentSummary>('admin/environments/summary', {
    query: tenantId ? { tenantId } : {},
    keepPrevious: true,
  })
  if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const figures: Partial<EnvironmentSummary> = read.data ?? {}
  const { environments = 0, activeEnvironments = 0 } = figures
  const { apiCallsUsed: calls = 0, apiCallsPerMonth: callLimit = 0 } = figures
  const paused = environments - activeEnvironments
  const loading = read.isPending
  return (
    <StatGrid>
      <StatCard
        label={text('environments')}
        value={environments}
        hint={text(tenantId ? 'ofTenant' : 'ofAll')}
        icon={Layers}
        loading={loading}
      />
      <StatCard
        label={text('active')}
        value={activeEnvironments}
        hint={paused > 0 ? text('inactive', { count: formatInteger(paused) }) : text('allActive')}
        icon={CircleCheck}
        loading={loading}
      />
      <StatCard
        label={text('calls')}
        value={calls}
        hint={text('of', { limit: formatInteger(callLimit) })}
        icon={Activity}
        loading={loading}
      />
      <StatCard
        label={text('storage')}
        value={formatGigabytes(figures.storageUsedGB ?? 0)}
        hint={text('ofProduction', { limit: formatGigabytes(figures.storageQuotaGB ?? 0) })}
        icon={HardDrive}
        loading={loading}
      />
    </StatGrid>
  )
}
