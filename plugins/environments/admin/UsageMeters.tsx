import type { ManagedEnvironment } from '@crossdock/client'
import { formatNumber, Meter } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { formatGigabytes } from './model.js'

interface UsageMeterProps {
  environment: ManagedEnvironment
  /** In a column, whose head says what it is. */
  bare?: boolean
}

/** How many of its calls an environment has made this month. */
export function CallMeter({ environment, bare }: UsageMeterProps) {
  const { apiCallsUsed: value, apiCallsPerMonth: max } = environment
  const meter = useMeter('calls', formatNumber)
  return <Meter {...meter(value, max)} bare={bare} />
}

/** How much of its storage an environment uses. */
export function StorageMeter({ environment, bare }: UsageMeterProps) {
  const { storageUsedGB: value, storageQuotaGB: max } = environment
  const meter = useMeter('storage', formatGigabytes)
  return <Meter {...meter(value, max)} bare={bare} />
}

function useMeter(key: string, format: (value: number) => string) {
  const translate = useTranslate()
  return (value: number, max: number) => ({
    ...{ label: translate(`environments.usage.${key}`), value, max },
    text: translate('environments.usage.figures', { used: format(value), limit: format(max) }),
  })
}
