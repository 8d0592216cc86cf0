import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { currentTenantId, insertMissing, tenantTable } from '@crossdock/kernel/tenancy'
import { sharingRuleChanged } from '../event_types.js'
import { SharingRule } from '../models/sharing_rule.js'
import type { sharingRuleBody } from '../validators/share.js'

/**
 * Sets the rule for links. The maximum also applies to existing links. If links are shown only when they are
 * created, their stored addresses are deleted.
 * @throws Problem 422
 */
export async function setSharingRule(rule: Output<typeof sharingRuleBody>): Promise<void> {
  const { enabled, defaultDays, maxDays, passwordRequired } = rule
  if (defaultDays > maxDays) {
    const message = text('Links work for at most {days} days. Choose a shorter time.', {
      days: maxDays,
    })
    throw invalid('defaultDays', message)
  }
  await transaction(async () => {
    // Inserts the row if it is missing; concurrent calls then update the same row.
    await insertMissing('sharing_rules', [
      {
        enabled,
        default_days: defaultDays,
        max_days: maxDays,
        password_required: passwordRequired,
      },
    ])
    const row = await SharingRule.query().forUpdate().firstOrFail()
    const shownOnce = rule.shownOnce ?? row.shownOnce
    const values = { enabled, defaultDays, maxDays, passwordRequired, shownOnce }
    await row.merge(values).save()
    if (shownOnce) {
      await tenantTable('shares').whereNotNull('sealed_token').update({ sealed_token: null })
    }
    await recordEvent(sharingRuleChanged, {
      target: { type: 'sharing_rule', id: currentTenantId() },
      payload: values,
    })
  })
}
