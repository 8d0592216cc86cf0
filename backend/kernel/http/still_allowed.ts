import type { HttpContext } from '@adonisjs/core/http'
import { callOf } from './call.js'
import { identifyAgain } from './identify.js'
import { scopeOf } from './scope.js'

/**
 * What to ask behind the end of a body that the controller reads itself: sending it may have taken as long as its sender
 * liked, and it counts with the rights they have by then.
 * @throws Problem 401 or 403, as for a request that begins now
 */
export const stillAllowed = (http: HttpContext) => async (): Promise<void> => {
  const { operation, identity, arrivesLate, body, context } = callOf(http)
  if (!identity || !arrivesLate) return
  const now = await identifyAgain(http)
  await scopeOf(operation, http, now, body, context.requestId)
}
