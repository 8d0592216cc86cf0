import { clock } from '../ground/clock.js'
import { currentContext, type Caller } from '../ground/context.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import type { Identity } from './identity.js'
import type { Operation } from './operation.js'

/** How long a re-authentication stays fresh. */
const freshMinutes = 15

/** Describes this rule in the API reference. */
export const proofRule = `In a session its person must have proved within the last ${freshMinutes} minutes who they are, by signing in or by \`POST /auth/proof\`; else 403 \`E_FRESH_PROOF_NEEDED\`. API tokens are judged by their scopes alone.`

/** The same for operations whose action decides (`proof: 'sometimes'`). */
export const sometimesProofRule = `What gives access to something else takes a fresh proof: in a session its person must have proved within the last ${freshMinutes} minutes who they are, by signing in or by \`POST /auth/proof\`; else 403 \`E_FRESH_PROOF_NEEDED\`. API tokens are judged by their scopes alone.`

/** @throws Problem 403 when the operation requires a fresh proof and the person's is too old */
export function assertProved({ proof }: Operation, identity: Identity): void {
  if (proof === 'fresh') assertFresh(identity)
}

/**
 * For actions of operations with `proof: 'sometimes'`: call it before a change that an unattended screen must
 * not make.
 * @throws Problem 403 when the person's proof is too old
 */
export const assertFreshProof = (): void => assertFresh(currentContext().caller)

function assertFresh({ provedAt }: Pick<Caller, 'provedAt'>): void {
  if (provedAt === undefined) return
  const age = clock.now() - Date.parse(provedAt ?? '')
  if (age < freshMinutes * 60_000) return
  throw new Problem(
    403,
    'E_FRESH_PROOF_NEEDED',
    text(
      'Confirm that it is you: this takes a proof no older than {minutes} minutes, by a mailed code or a passkey (POST /api/auth/proof). Then try again.',
      { minutes: freshMinutes }
    )
  )
}
