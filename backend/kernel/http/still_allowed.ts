import type { HttpContext } from '@adonisjs/core/http'
import type { Context } from '../ground/context.js'
import { callOf } from './call.js'
import { identifyAgain } from './identify.js'
import { scopeOf } from './scope.js'

/**
 * What to ask behind the end of a body that the controller reads itself: sending it may have taken as long as its sender
 * liked, and it counts with the rights they have by then.
 * @throws Problem 401 or 403, as for a request that begins now
 */
export const stillAllowed = (http: HttpContext) => async (): Promise<void> => {
  const { identity, arrivesLate } = callOf(http)
  if (identity && arrivesLate) await contextNow(http)
}

/**
 * What a call that has gone on for a while would run in if it began now: an answer may take as long to send as its reader
 * likes. @throws Problem 401 or 403, as for a request that begins now
 */
export async function contextNow(http: HttpContext): Promise<Context> {
  const { operation, body, context } = callOf(http)
  return await scopeOf(operation, http, await identifyAgain(http), body, context.requestId)
}
