import { grants } from '@crossdock/backend/access'
import type { Input, ItemInput } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { requireSecondFactor } from '../actions/require_second_factor.js'
import { resetSecondFactor } from '../actions/reset_second_factor.js'
import { ruleOf } from '../queries/second_factor_rule.js'
import type { secondFactorBody } from '../validators/second_factor.js'

/** Administrators' rules for the second factors of other people. */
export default class SecondFactorRuleController {
  show() {
    return ruleOf(currentTenantId())
  }

  async update({ body }: Input<typeof secondFactorBody>) {
    // The rule applies to all environments.
    await grants.use().assertMayGrant({ environmentId: null })
    await requireSecondFactor(currentTenantId(), body.required)
    return ruleOf(currentTenantId())
  }

  reset({ params }: ItemInput) {
    return resetSecondFactor(params.id)
  }
}
