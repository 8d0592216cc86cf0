import { Badge, type BadgeVariant } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { healthColor, healthOf, isRunning, type SyncContract } from '../model.js'

/** Shows a needed action or a running sync; otherwise the health, by the time of the last sync. */
export function StateBadge({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.state.${key}`, values)
  const { phase, openConflicts } = contract.state
  const [variant, label]: [BadgeVariant, string] = !contract.isActive
    ? ['outline', text('inactive')]
    : phase === 'stopped'
      ? ['destructive', text('stopped')]
      : phase === 'failed'
        ? ['destructive', text('failed')]
        : isRunning(contract)
          ? ['info', text(phase)]
          : openConflicts > 0
            ? ['warning', text('conflicts', { smart_count: openConflicts })]
            : [healthColor[healthOf(contract)], text(healthOf(contract))]
  return (
    <Badge variant={variant} dot={variant !== 'outline'}>
      {label}
    </Badge>
  )
}
