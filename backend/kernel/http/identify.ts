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

/** Who calls an operation; null where anybody may. @throws Problem 401, 403 for who is held back from it */
export async function identify(operation: Operation, http: HttpContext): Promise<Identity | null> {
  if (operation.access === 'public') return null
  const identity = await authentication.use().identify(http)
  if (!identity) throw new Problem(401, 'E_UNAUTHENTICATED', text('Sign in first.'))
  assertNotHeld(operation, identity)
  assertForIt(operation, identity)
  return identity
}

/** Who makes a call that has gone on for a while, found out anew. @throws as `identify` */
export const identifyAgain = (http: HttpContext): Promise<Identity | null> =>
  identify(callOf(http).operation, http)

/** Here and nowhere else, so that an operation that says nothing of it is closed. */
function assertNotHeld({ whileHeld = [] }: Operation, { held }: Identity): void {
  if (!held || whileHeld.includes(held)) return
  throw new Problem(403, 'E_SECOND_FACTOR_REQUIRED', sentences[held])
}

/** An operation without a permission is open to everybody who is signed in, so to no program of a single purpose. */
function assertForIt({ permission, route }: Operation, { ownRoutes }: Identity): void {
  if (!ownRoutes || permission || ownRoutes.has(route)) return
  throw new Problem(
    403,
    'E_FORBIDDEN',
    text('A desktop agent reads and writes files and does nothing else here.')
  )
}
