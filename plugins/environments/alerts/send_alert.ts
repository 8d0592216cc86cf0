import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { english } from '@crossdock/kernel/ground'
import { meters } from '@crossdock/kernel/ledger'
import { inTenant, insertMissing } from '@crossdock/kernel/tenancy'
import { quotaWarned } from '../event_types.js'
import { TenantEnvironment } from '../models/tenant_environment.js'
import { markSent, thresholds, type Due } from './due.js'

/**
 * Alerts people that a limit is nearly reached. The event commits together with its row, which is unique for
 * each environment, meter, threshold and month. So the alert is sent once, even if several processes detect it.
 */
export async function sendAlert(due: Due): Promise<void> {
  const { place, name, threshold, period, limit } = due
  await inTenant(
    place.tenantId,
    () =>
      transaction(async () => {
        const environment = await TenantEnvironment.find(place.environmentId)
        const meter = meters.get(name)
        if (!environment || !meter) return
        const known = { environment_id: environment.id, meter: name, period }
        const isNew = (await insertMissing('environment_alerts', [{ ...known, threshold }])) > 0
        if (!isNew) return
        // If two thresholds are passed together, only the higher one is reported.
        const lower = thresholds.filter((one) => one < threshold)
        await insertMissing(
          'environment_alerts',
          lower.map((one) => ({ ...known, threshold: one }))
        )
        const used = Math.round(due.used * 100) / 100
        const label = english(meter.label)
        const payload = {
          environment: environment.displayName,
          meter: name,
          label,
          threshold,
          used,
          limit,
          isAlerted: environment.alertsEnabled,
        }
        await recordEvent(quotaWarned, {
          target: { type: 'environment', id: environment.id },
          payload,
        })
      }),
    { environmentId: place.environmentId }
  )
  markSent(due)
}
