import { randomBytes } from 'node:crypto'
import { clock } from '@crossdock/kernel/database'
import { signatures } from '@crossdock/kernel/secrets'

const lifeMs = 60_000

const textOf = (agentId: string, issuedAt: string, nonce: string) =>
  `crossdock agent challenge\n${agentId}\n${issuedAt}\n${nonce}`

/** Creates a challenge that other installations cannot forge. It is not stored, so creating one is cheap. */
export function newChallenge(agentId: string): string {
  const issuedAt = String(clock.now())
  const nonce = randomBytes(12).toString('base64url')
  return [issuedAt, nonce, signatures.use().mac(textOf(agentId, issuedAt, nonce))].join('.')
}

/**
 * Returns when a challenge was created for this agent, in milliseconds since 1970; null if the challenge is
 * forged or older than a minute.
 */
export function challengeTime(agentId: string, challenge: string): number | null {
  const [issuedAt = '', nonce = '', mac = '', ...rest] = challenge.split('.')
  if (rest.length > 0 || !/^\d{1,15}$/.test(issuedAt)) return null
  if (!signatures.use().isMac(textOf(agentId, issuedAt, nonce), mac)) return null
  const age = clock.now() - Number(issuedAt)
  return age <= lifeMs && age >= -lifeMs ? Number(issuedAt) : null
}
