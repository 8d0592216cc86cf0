import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, text } from '@crossdock/kernel/http'
import { currentTenantId, insertMissing } from '@crossdock/kernel/tenancy'
import { sharingRuleChanged } from '../event_types.js'
import { SharingRule } from '../models/sharing_rule.js'
import type { Rule } from '../queries/sharing_rule.js'

/** Decides what links may be like from now on; it also shortens those that are there. @throws Problem 422 */
export async function setSharingRule(rule: Rule): Promise<void> {
  const { enabled, defaultDays, maxDays, passwordRequired } = rule
  if (defaultDays > maxDays) {
    const message = text('Links end after {days} days at most: choose no more than that.', {
      days: maxDays,
    })
    throw invalid('defaultDays', message)
  }
  const values = { enabled, defaultDays, maxDays, passwordRequired }
  await transaction(async () => {
    // The first of two who decide at the same time makes the row, both change it.
    await insertMissing('sharing_rules', [
      {
        ...{ enabled, default_days: defaultDays, max_days: maxDays },
        password_required: passwordRequired,
      },
    ])
    const row = await SharingRule.query().forUpdate().firstOrFail()
    await row.merge(values).save()
    await recordEvent(sharingRuleChanged, {
      target: { type: 'sharing_rule', id: currentTenantId() },
      payload: values,
    })
  })
}
