import { grants } from '@crossdock/backend/access'
import type { Input } from '@crossdock/kernel/http'
import { setRetention } from '../actions/set_retention.js'
import { findRetention } from '../queries/retention.js'
import { showRetention } from '../transformers/retention.js'
import type { retentionBody } from '../validators/retention.js'

/** The retention rules of the caller's organization. */
export default class RetentionController {
  async show({ http }: Input) {
    return showRetention(await findRetention(), http)
  }

  async update({ http, body }: Input<typeof retentionBody>) {
    // The rules apply to all environments.
    await grants.use().assertMayGrant({ environmentId: null })
    await setRetention(body.rules, body.confirm ?? false)
    return showRetention(await findRetention(), http)
  }
}
