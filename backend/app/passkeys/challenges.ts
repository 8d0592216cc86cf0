import { createHash, randomBytes } from 'node:crypto'
import { clock, newId, now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'

/** What a challenge is for; an answer for one purpose is invalid for another. */
export type Purpose = 'sign-in' | 'second-step' | 'proof' | 'registration'

/** A purpose, and the session or browser of the request. */
export interface ChallengeUse {
  purpose: Purpose
  boundTo: string
}

const lifetimeMs = 5 * 60_000
const reason = 'a challenge belongs to no tenant'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** Makes a challenge that its session or browser can answer once, within minutes, for its purpose. */
export async function newChallenge({ purpose, boundTo }: ChallengeUse): Promise<Buffer> {
  const challenge = randomBytes(32)
  await asOperator(reason, async () => {
    await unscoped().from('passkey_challenges').where('expires_at', '<', now()).delete()
    await unscoped()
      .insertQuery()
      .table('passkey_challenges')
      .insert({
        id: newId(),
        tenant_id: null,
        created_at: now(),
        purpose,
        bound_to: hash(boundTo),
        challenge: hash(challenge.toString('base64url')),
        expires_at: new Date(clock.now() + lifetimeMs).toISOString(),
      })
  })
  return challenge
}

/** Deletes a challenge, whatever happens to its answer; false when there is none (any more). */
export function takeChallenge(
  challenge: string,
  { purpose, boundTo }: ChallengeUse
): Promise<boolean> {
  return asOperator(reason, async () => {
    const taken = await unscoped()
      .from('passkey_challenges')
      .where({ challenge: hash(challenge), purpose, bound_to: hash(boundTo) })
      .where('expires_at', '>', now())
      .delete()
    return Number(taken) === 1
  })
}

/** A challenge for a session whose person must confirm their identity. */
export const proofChallenge = (sessionId: string): ChallengeUse => ({
  purpose: 'proof',
  boundTo: sessionId,
})

/** A challenge for a browser whose sign-in waits for its second factor. */
export const secondStepChallenge = (waitingId: string): ChallengeUse => ({
  purpose: 'second-step',
  boundTo: waitingId,
})
