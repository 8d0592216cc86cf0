import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, text, type Output } from '@crossdock/kernel/http'
import { currentTenantId, insertMissing, tenantTable } from '@crossdock/kernel/tenancy'
import { sharingRuleChanged } from '../event_types.js'
import { SharingRule } from '../models/sharing_rule.js'
import type { sharingRuleBody } from '../validators/share.js'

/**
 * Decides what links may be like from now on; it also shortens those that are there, and forgets those that were kept to be
 * copied again when links are to be shown once. @throws Problem 422
 */
export async function setSharingRule(rule: Output<typeof sharingRuleBody>): Promise<void> {
  const { enabled, defaultDays, maxDays, passwordRequired } = rule
  if (defaultDays > maxDays) {
    const message = text('Links end after {days} days at most: choose no more than that.', {
      days: maxDays,
    })
    throw invalid('defaultDays', message)
  }
  await transaction(async () => {
    // The first of two who decide at the same time makes the row, both change it.
    await insertMissing('sharing_rules', [
      {
        ...{ enabled, default_days: defaultDays, max_days: maxDays },
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
