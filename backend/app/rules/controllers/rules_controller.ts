import { browserSessions } from '@crossdock/backend/access'
import { signInRules } from '@crossdock/backend/tenants'
import type { Input } from '@crossdock/kernel/http'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { setRules } from '../actions/set_rules.js'
import type { rulesBody } from '../validators/rules.js'

/** Sign-in rules that administrators set. */
export default class RulesController {
  show() {
    return signInRules.use().of(currentTenantId())
  }

  async update({ http, body }: Input<typeof rulesBody>) {
    const isPerson = currentContext().actor.type === 'user'
    await setRules(body, isPerson ? await browserSessions.use().of(http) : null)
    return signInRules.use().of(currentTenantId())
  }
}
