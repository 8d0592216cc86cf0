import { createHash } from 'node:crypto'
import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { asOperator } from '@crossdock/kernel/tenancy'
import { SsoFailure } from './provider/failures.js'

/** What a sign-in on its way is known by; it is random, so its hash needs no key. */
export const stateHash = (state: string): string => createHash('sha256').update(state).digest('hex')

/** What the verifier of a sign-in is sealed for. */
export const verifierContext = (id: string): string => `oauth_sign_ins:${id}`

export interface Waiting {
  configId: string
  nonce: string
  verifier: string
  next: string | null
  /** Whether the provider was to ask who they are whatever it knows. */
  asksAnew: boolean
}

interface Row {
  id: string
  config_id: string
  browser: string
  nonce: string
  verifier: string
  next: string | null
  asks_anew: boolean | number
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
  const { config_id: configId, nonce, next } = row
  return { configId, nonce, next, asksAnew: Boolean(row.asks_anew), verifier: opened(row) }
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
