import type { HttpContext } from '@adonisjs/core/http'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { authentication, type Identity } from './identity.js'
import type { Operation } from './operation.js'

/** Who calls an operation; null where anybody may. @throws Problem 401 */
export async function identify({ access }: Operation, http: HttpContext): Promise<Identity | null> {
  if (access === 'public') return null
  const identity = await authentication.use().identify(http)
  if (!identity) throw new Problem(401, 'E_UNAUTHENTICATED', text('Sign in first.'))
  return identity
}
