import type { ItemInput } from '@crossdock/kernel/http'
import { beginTrial, findTrial } from '../actions/trial.js'

/** Trial sign-ins of administrators. */
export default class TrialsController {
  async begin({ http, params }: ItemInput) {
    return { url: await beginTrial(http, params.id) }
  }

  show({ http, params }: ItemInput) {
    return findTrial(http, params.id)
  }
}
