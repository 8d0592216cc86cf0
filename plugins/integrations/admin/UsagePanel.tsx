import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import {
  ActiveBadge,
  EnvironmentBadge,
  EnvironmentChoice,
  ErrorState,
  formatDate,
  formatExact,
  formatNumber,
  Meter,
  usedPercent,
  UsageHealth,
  useEnvironments,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

interface MeterOfUsage {
  name: string
  label: string
  unit: string
  used: number
  limit: number
  /** When it begins anew; null for what does not by itself. */
  resetsAt: string | null
}

/** What each environment of the organization uses of what it may. */
interface TenantUsage {
  environments: { environmentId: string; meters: MeterOfUsage[] }[]
}

/** What is shown of an environment's meters, in this order. */
const shown = [
  'apiCallsPerMonth',
  'storageQuotaGB',
  'maxExternalSystems',
  'maxWorkflows',
  'maxApiEndpoints',
  'maxWebhooks',
]
const sizes = ['KB', 'MB', 'GB', 'TB']
const POLL = 30_000

/** Where one works, and how much of what it may use is used there. */
export function UsagePanel() {
  const translate = useTranslate()
  const { environments, chosen } = useEnvironments()
  const usage = useRead<TenantUsage>('tenant/usage', { refetchInterval: POLL })
  const own = usage.data?.environments.find(({ environmentId }) => environmentId === chosen?.id)
  const meters = shown.flatMap((name) => own?.meters.find((meter) => meter.name === name) ?? [])
  const [fullest] = meters.toSorted((one, other) => percentOf(other) - percentOf(one))
  const title = translate('integrations.usage.title')
  return (
    <Card component="section" aria-label={title} sx={{ p: { xs: 1.75, sm: 2 }, mt: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Typography variant="body2" component="h2" sx={{ fontWeight: 500 }}>
          {title}
        </Typography>
        {environments.length > 1 ? (
          <EnvironmentChoice />
        ) : (
          chosen && (
            <>
              <EnvironmentBadge environment={chosen} />
              {!chosen.isActive && <ActiveBadge isActive={false} />}
            </>
          )
        )}
        {fullest && <UsageHealth used={fullest.used} limit={fullest.limit} />}
      </Box>
      {chosen && !chosen.isActive && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          {translate('integrations.usage.inactive', { name: chosen.displayName })}
        </Typography>
      )}
      {usage.error ? (
        <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />
      ) : (
        <Bars>
          {usage.isPending
            ? shown.map((name) => <Skeleton key={name} height={32} />)
            : meters.map((meter) => <UsageMeter key={meter.name} meter={meter} />)}
        </Bars>
      )}
    </Card>
  )
}

const Bars = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      columnGap: 3,
      rowGap: 2,
      gridTemplateColumns: {
        xs: 'minmax(0, 1fr)',
        sm: 'repeat(2, minmax(0, 1fr))',
        lg: `repeat(${shown.length}, minmax(0, 1fr))`,
      },
    }}
  >
    {children}
  </Box>
)

function UsageMeter({ meter }: { meter: MeterOfUsage }) {
  const translate = useTranslate()
  const { label, unit, used, limit, resetsAt } = meter
  const unitText = sizes.includes(unit) ? ` ${unit}` : ''
  return (
    <div>
      <Meter
        label={label}
        value={used}
        max={limit}
        text={`${figure(used)} / ${figure(limit)}${unitText}`}
        exact={`${formatExact(used)} / ${formatExact(limit)}${unitText}`}
      />
      {resetsAt && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.5 }}>
          {translate('integrations.usage.resets', { date: formatDate(resetsAt) })}
        </Typography>
      )}
    </div>
  )
}

const percentOf = ({ used, limit }: MeterOfUsage) => usedPercent(used, limit)

/** Of a part of a gigabyte one decimal says enough. */
const figure = (value: number) => formatNumber(Math.round(value * 10) / 10)
