import type { HttpContext } from '@adonisjs/core/http'
import { Answer, originHere, type Input, type ItemInput } from '@crossdock/kernel/http'
import { beginAuthorization, endAuthorization } from '../actions/authorize.js'
import { readGrant } from '../queries/grants.js'

/**
 * Returns the address to which providers redirect people. It has the host of this request, because the session of
 * the person is valid there.
 */
const callbackOf = (http: HttpContext) => `${originHere(http)}/oauth/callback`

export default class GrantsController {
  show({ params, http }: ItemInput) {
    return readGrant(params.id, callbackOf(http))
  }

  authorize({ params, http }: ItemInput) {
    return beginAuthorization(params.id, callbackOf(http))
  }

  async callback({ http }: Input) {
    const { systemId, failed } = await endAuthorization(http.request.qs())
    const page = systemId ? `/integrations/systems/${systemId}` : '/integrations'
    const location = `${originHere(http)}${page}?oauth=${failed ?? 'connected'}`
    return new Answer(302, undefined, { location, 'cache-control': 'no-store' })
  }
}
