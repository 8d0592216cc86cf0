import { grants } from '@crossdock/backend/access'
import type { Input } from '@crossdock/kernel/http'
import { setSharingRule } from '../actions/set_sharing_rule.js'
import { sharingRule } from '../queries/sharing_rule.js'
import type { sharingRuleBody } from '../validators/share.js'

/** What administrators decide about links. */
export default class SharingRuleController {
  show() {
    return sharingRule()
  }

  async update({ body }: Input<typeof sharingRuleBody>) {
    // It holds in every environment.
    await grants.use().assertMayGrant({ environmentId: null })
    await setSharingRule(body)
    return sharingRule()
  }
}
