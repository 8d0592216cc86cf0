import type { HttpContext } from '@adonisjs/core/http'
import { Problem } from '../ground/problem.js'
import { text, type Text } from '../ground/text.js'
import { callOf } from './call.js'
import { authentication, type Hold, type Identity } from './identity.js'
import type { Operation } from './operation.js'

const sentences: Record<Hold, Text> = {
  enrol: text(
    'A second factor is required of you, and you have none yet, so nothing else is open to you. Add a passkey first (POST /api/passkeys).'
  ),
  confirm: text(
    'A second factor is required of you, and this session has not brought it, so nothing else is open to you. Confirm with a passkey or a recovery code first (POST /api/auth/proof/verify).'
  ),
}

/**
 * Identifies the caller of an operation; null for a permitted anonymous call.
 * @throws Problem 401; 403 while the caller must complete a step first (`Hold`)
 */
export async function identify(operation: Operation, http: HttpContext): Promise<Identity | null> {
  if (operation.access === 'public') return null
  const identity = await authentication.use().identify(http)
  if (!identity) throw new Problem(401, 'E_UNAUTHENTICATED', text('Sign in first.'))
  assertNotHeld(operation, identity)
  assertOwnRoute(operation, identity)
  return identity
}

/** Identifies the caller of a running call again. @throws as `identify` */
export const identifyAgain = (http: HttpContext): Promise<Identity | null> =>
  identify(callOf(http).operation, http)

/**
 * While a step (`Hold`) is due, refuses all operations that do not list it in `whileHeld`. No other code checks
 * this.
 */
function assertNotHeld({ whileHeld = [] }: Operation, { held }: Identity): void {
  if (!held || whileHeld.includes(held)) return
  throw new Problem(403, 'E_SECOND_FACTOR_REQUIRED', sentences[held])
}

/** Operations without a permission are open to every signed-in person, so not to single-purpose programs. */
function assertOwnRoute({ permission, route }: Operation, { ownRoutes }: Identity): void {
  if (!ownRoutes || permission || ownRoutes.has(route)) return
  throw new Problem(
    403,
    'E_FORBIDDEN',
    text('A desktop agent may only read and write files. Use an API token for this.')
  )
}
