import { createHash } from 'node:crypto'
import { clock, now, transaction, unscoped } from '@crossdock/kernel/database'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { asOperator } from '@crossdock/kernel/tenancy'
import { SsoFailure } from './provider/failures.js'

/** What a sign-in on its way is known by; it is random, so its hash needs no key. */
export const stateHash = (state: string): string => createHash('sha256').update(state).digest('hex')

/** What the verifier of a sign-in is sealed for. */
export const verifierContext = (id: string): string => `oauth_sign_ins:${id}`

/** How long a person may take at their provider, and how long the outcome of a trial is kept. */
const waitingMs = 10 * 60_000

/** What the outcome of a trial is sealed for. */
export const outcomeContext = (id: string): string => `oauth_sign_ins:${id}:outcome`

export interface Waiting {
  id: string
  configId: string
  nonce: string
  verifier: string
  next: string | null
  /** Whether the provider was to ask who they are whatever it knows. */
  asksAnew: boolean
  /** The administrator of a trial: no session begins. */
  triedBy: string | null
}

/** Keeps a sign-in that waits for its provider, or the outcome of a trial. Deletes those that have expired. */
export function keepWaiting(row: Record<string, string | boolean | null>): Promise<void> {
  const expires_at = new Date(clock.now() + waitingMs).toISOString()
  return asOperator('who signs in is in no tenant yet', () =>
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
 * The sign-in a provider's answer belongs to, which is used up by that. One of another browser stays as it is.
 * @throws SsoFailure
 */
export async function takeWaiting(state: string | null, browser: string | null): Promise<Waiting> {
  if (!state) throw new SsoFailure('state')
  const row = await asOperator('who signs in is in no tenant yet', () =>
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
  const asksAnew = Boolean(row.asks_anew)
  return { id, configId, nonce, next, asksAnew, triedBy, verifier: opened(row) }
}

/** One that was begun under another APP_KEY is over. */
function opened({ id, verifier }: Row): string {
  try {
    return secrets.use().open(verifier, verifierContext(id))
  } catch (error) {
    if (error instanceof SecretError) throw new SsoFailure('expired', { cause: error })
    throw error
  }
}
