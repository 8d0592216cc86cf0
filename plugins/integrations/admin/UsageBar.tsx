import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import {
  ActiveBadge,
  EnvironmentBadge,
  EnvironmentChoice,
  ErrorState,
  formatBytes,
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
import { useState } from 'react'

interface MeterOfUsage {
  name: string
  label: string
  unit: string
  used: number
  limit: number
  /** When the usage resets; null if it does not. */
  resetsAt: string | null
}

/** The usage and limits of each environment of the organization. */
interface TenantUsage {
  environments: { environmentId: string; meters: MeterOfUsage[] }[]
}

/** The meters to show, in this order. */
const shown = [
  'apiCallsPerMonth',
  'storageQuotaGB',
  'maxExternalSystems',
  'maxWorkflows',
  'maxApiEndpoints',
  'maxWebhooks',
]
const sizes = ['B', 'KB', 'MB', 'GB', 'TB']
const POLL = 30_000

/** The meters of the selected environment. */
function useMeters() {
  const { chosen } = useEnvironments()
  const usage = useRead<TenantUsage>('tenant/usage', { refetchInterval: POLL })
  const own = usage.data?.environments.find(({ environmentId }) => environmentId === chosen?.id)
  const meters = shown.flatMap((name) => own?.meters.find((meter) => meter.name === name) ?? [])
  const [tightest] = meters.toSorted((one, other) => percentOf(other) - percentOf(one))
  return { usage, meters, tightest }
}

/** Shows the environment and the meter that is closest to its limit. A click shows all meters. */
export function UsageBar() {
  const translate = useTranslate()
  const { environments, chosen } = useEnvironments()
  const { usage, meters, tightest } = useMeters()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const title = translate('integrations.usage.title')
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <ButtonBase
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        title={title}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{
          height: 36,
          minWidth: 0,
          ml: { xs: -1, md: 0 },
          px: 1,
          borderRadius: '8px',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        {tightest ? (
          <Meter
            inline
            label={tightest.label}
            value={tightest.used}
            max={tightest.limit}
            text={figuresOf(tightest).text}
          />
        ) : (
          <Typography variant="body2" color="textSecondary">
            {title}
          </Typography>
        )}
      </ButtonBase>
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
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': title,
            sx: { width: 340, maxWidth: 'calc(100vw - 32px)', mt: 0.5, p: 2 },
          },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1.5 }}>
          <Typography variant="body2" component="h2" sx={{ fontWeight: 500 }}>
            {title}
          </Typography>
          {tightest && <UsageHealth used={tightest.used} limit={tightest.limit} />}
        </Box>
        {usage.error ? (
          <ErrorState plain error={usage.error} onRetry={() => void usage.refetch()} />
        ) : (
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.75 }}>
            {usage.isPending
              ? shown.map((name) => <Skeleton key={name} height={32} />)
              : meters.map((meter) => <UsageMeter key={meter.name} meter={meter} />)}
          </Box>
        )}
      </Popover>
    </Box>
  )
}

/** Warns that the environment is inactive and nothing runs in it. */
export function InactiveNotice() {
  const translate = useTranslate()
  const { chosen } = useEnvironments()
  if (!chosen || chosen.isActive) return null
  return (
    <Typography variant="body2" color="textSecondary">
      {translate('integrations.usage.inactive', { name: chosen.displayName })}
    </Typography>
  )
}

function UsageMeter({ meter }: { meter: MeterOfUsage }) {
  const translate = useTranslate()
  const { label, used, limit, resetsAt } = meter
  return (
    <div>
      <Meter label={label} value={used} max={limit} {...figuresOf(meter)} />
      {resetsAt && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.5 }}>
          {translate('integrations.usage.resets', { date: formatDate(resetsAt) })}
        </Typography>
      )}
    </div>
  )
}

const percentOf = ({ used, limit }: MeterOfUsage) => usedPercent(used, limit)

function figuresOf({ used, limit, unit }: MeterOfUsage) {
  const size = sizes.indexOf(unit)
  const short = (value: number) =>
    size < 0 ? formatNumber(value) : formatBytes(value * 1024 ** size)
  return {
    text: `${short(used)} / ${short(limit)}`,
    exact: `${formatExact(used)} / ${formatExact(limit)}${size < 0 ? '' : ` ${unit}`}`,
  }
}
