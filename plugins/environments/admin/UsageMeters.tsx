import type { ManagedEnvironment } from '@crossdock/client'
import { formatExact, formatInteger, formatNumber, Meter, UsageHealth } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { formatGigabytes } from './model.js'

interface UsageMeterProps {
  environment: ManagedEnvironment
  /** Without a label, for a table column whose header is the label. */
  bare?: boolean
}

/** API calls of an environment this month. */
export function CallMeter({ environment, bare }: UsageMeterProps) {
  const { apiCallsUsed: value, apiCallsPerMonth: max } = environment
  const meter = useMeter('calls', formatNumber, formatInteger)
  const badge = <UsageHealth used={value} limit={max} />
  return <Meter {...meter(value, max)} bare={bare} badge={badge} />
}

/** Storage used by an environment. */
export function StorageMeter({ environment, bare }: UsageMeterProps) {
  const { storageUsedGB: value, storageQuotaGB: max } = environment
  const meter = useMeter('storage', formatGigabytes, exactGigabytes)
  return <Meter {...meter(value, max)} bare={bare} />
}

type Format = (value: number) => string

function useMeter(key: string, short: Format, exact: Format) {
  const translate = useTranslate()
  return (value: number, max: number) => {
    const figures = (format: Format) =>
      translate('environments.usage.figures', { used: format(value), limit: format(max) })
    return {
      label: translate(`environments.usage.${key}`),
      value,
      max,
      text: figures(short),
      exact: figures(exact),
    }
  }
}

const exactGigabytes = (value: number) => `${formatExact(value)} GB`
