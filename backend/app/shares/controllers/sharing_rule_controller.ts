import { grants } from '@crossdock/backend/access'
import type { Input } from '@crossdock/kernel/http'
import { setSharingRule } from '../actions/set_sharing_rule.js'
import { sharingRule } from '../queries/sharing_rule.js'
import type { sharingRuleBody } from '../validators/share.js'

/** The administrators' rules for links. */
export default class SharingRuleController {
  show() {
    return sharingRule()
  }

  async update({ body }: Input<typeof sharingRuleBody>) {
    // The rule applies to all environments.
    await grants.use().assertMayGrant({ environmentId: null })
    await setSharingRule(body)
    return sharingRule()
  }
}
