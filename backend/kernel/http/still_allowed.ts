import type { HttpContext } from '@adonisjs/core/http'
import type { Context } from '../ground/context.js'
import { callOf } from './call.js'
import { identifyAgain } from './identify.js'
import { scopeOf } from './scope.js'

/**
 * Call it after the end of a body that the controller reads itself. An upload may take long, so the permissions
 * at its end decide.
 * @throws Problem 401 or 403, as for a new request
 */
export const stillAllowed = (http: HttpContext) => async (): Promise<void> => {
  const { identity, arrivesLate } = callOf(http)
  if (identity && arrivesLate) await contextNow(http)
}

/**
 * The context a running call would get if it began now; sending an answer may take long.
 * @throws Problem 401 or 403, as for a new request
 */
export async function contextNow(http: HttpContext): Promise<Context> {
  const { operation, body, context } = callOf(http)
  return await scopeOf(operation, http, await identifyAgain(http), body, context.requestId)
}
