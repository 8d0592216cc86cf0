import { createHash, randomBytes } from 'node:crypto'
import { clock, newId, now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'

/** What a browser is asked to sign it for; an answer for one purpose is worth nothing for another. */
export type Purpose = 'sign-in' | 'second-step' | 'proof' | 'registration'

/** A purpose, and the session or the browser that has asked. */
export interface Asking {
  purpose: Purpose
  boundTo: string
}

const lifetimeMs = 5 * 60_000
const reason = 'a challenge belongs to no tenant'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** Makes a challenge that can be answered once, within minutes, by whoever asked and for that purpose. */
export async function newChallenge({ purpose, boundTo }: Asking): Promise<Buffer> {
  const challenge = randomBytes(32)
  await asOperator(reason, async () => {
    await unscoped().from('passkey_challenges').where('expires_at', '<', now()).delete()
    await unscoped()
      .insertQuery()
      .table('passkey_challenges')
      .insert({
        ...{ id: newId(), tenant_id: null, created_at: now(), purpose },
        bound_to: hash(boundTo),
        challenge: hash(challenge.toString('base64url')),
        expires_at: new Date(clock.now() + lifetimeMs).toISOString(),
      })
  })
  return challenge
}

/** Takes a challenge out, whatever becomes of its answer; false when there is none (any more). */
export function takeChallenge(challenge: string, { purpose, boundTo }: Asking): Promise<boolean> {
  return asOperator(reason, async () => {
    const taken = await unscoped()
      .from('passkey_challenges')
      .where({ challenge: hash(challenge), purpose, bound_to: hash(boundTo) })
      .where('expires_at', '>', now())
      .delete()
    return Number(taken) === 1
  })
}

/** What is asked of a session whose person shall confirm that it is them. */
export const proving = (sessionId: string): Asking => ({ purpose: 'proof', boundTo: sessionId })

/** What is asked of a browser whose sign-in waits for its second factor. */
export const secondStep = (waitingId: string): Asking => ({
  purpose: 'second-step',
  boundTo: waitingId,
})
