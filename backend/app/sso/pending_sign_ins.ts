import { createHash } from 'node:crypto'
import { clock, now, transaction, unscoped } from '@crossdock/kernel/database'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { asOperator } from '@crossdock/kernel/tenancy'
import { SsoFailure } from './provider/failures.js'

/** The key of a pending sign-in. The state is random, so its hash needs no key. */
export const stateHash = (state: string): string => createHash('sha256').update(state).digest('hex')

/** Context of the sealed verifier of a sign-in. */
export const verifierContext = (id: string): string => `oauth_sign_ins:${id}`

/** How long a person may take at the provider, and how long the outcome of a trial is stored. */
const waitingMs = 10 * 60_000

/** Context of the sealed outcome of a trial. */
export const outcomeContext = (id: string): string => `oauth_sign_ins:${id}:outcome`

export interface PendingSignIn {
  id: string
  configId: string
  nonce: string
  verifier: string
  next: string | null
  /** Whether the provider must authenticate the person again. */
  forcesLogin: boolean
  /** The administrator of a trial: no session begins. */
  triedBy: string | null
}

/** Stores a pending sign-in, or the outcome of a trial. Deletes expired ones. */
export function storePendingSignIn(row: Record<string, string | boolean | null>): Promise<void> {
  const expires_at = new Date(clock.now() + waitingMs).toISOString()
  return asOperator('a person who signs in has no tenant yet', () =>
    transaction(async () => {
      await unscoped().from('oauth_sign_ins').where('expires_at', '<', now()).delete()
      await unscoped()
        .table('oauth_sign_ins')
        .insert({ ...row, created_at: now(), expires_at })
    })
  )
}

interface Row {
  id: string
  config_id: string
  browser: string
  nonce: string
  verifier: string
  next: string | null
  asks_anew: boolean | number
  tried_by: string | null
}

/**
 * Removes and returns the pending sign-in to which a provider's answer belongs. Refuses an answer from another
 * browser than the one that began the sign-in, which then stays pending.
 * @throws SsoFailure
 */
export async function takePendingSignIn(
  state: string | null,
  browser: string | null
): Promise<PendingSignIn> {
  if (!state) throw new SsoFailure('state')
  const row = await asOperator('a person who signs in has no tenant yet', () =>
    transaction(async () => {
      const found: Row | null = await unscoped()
        .from('oauth_sign_ins')
        .where('state', stateHash(state))
        .where('expires_at', '>', now())
        .first()
      if (!found) throw new SsoFailure('expired')
      if (found.browser !== browser) throw new SsoFailure('browser')
      const removed = await unscoped().from('oauth_sign_ins').where('id', found.id).delete()
      if (Number(removed) === 0) throw new SsoFailure('expired')
      return found
    })
  )
  const { id, config_id: configId, nonce, next, tried_by: triedBy } = row
  const forcesLogin = Boolean(row.asks_anew)
  return { id, configId, nonce, next, forcesLogin, triedBy, verifier: openVerifier(row) }
}

/** A sign-in that began under another APP_KEY is no longer valid. */
function openVerifier({ id, verifier }: Row): string {
  try {
    return secrets.use().open(verifier, verifierContext(id))
  } catch (error) {
    if (error instanceof SecretError) throw new SsoFailure('expired', { cause: error })
    throw error
  }
}
