import { randomBytes } from 'node:crypto'
import { clock } from '@crossdock/kernel/database'
import { signatures } from '@crossdock/kernel/secrets'

const lifeMs = 60_000

const textOf = (agentId: string, issuedAt: string, nonce: string) =>
  `crossdock agent challenge\n${agentId}\n${issuedAt}\n${nonce}`

/** A text that only this installation makes. Nothing is stored for it, so that asking for one costs nothing. */
export function newChallenge(agentId: string): string {
  const issuedAt = String(clock.now())
  const nonce = randomBytes(12).toString('base64url')
  return [issuedAt, nonce, signatures.use().mac(textOf(agentId, issuedAt, nonce))].join('.')
}

/** When a challenge was made for this agent, in milliseconds; null for one that is forged or older than a minute. */
export function challengeTime(agentId: string, challenge: string): number | null {
  const [issuedAt = '', nonce = '', mac = '', ...rest] = challenge.split('.')
  if (rest.length > 0 || !/^\d{1,15}$/.test(issuedAt)) return null
  if (!signatures.use().isMac(textOf(agentId, issuedAt, nonce), mac)) return null
  const age = clock.now() - Number(issuedAt)
  return age <= lifeMs && age >= -lifeMs ? Number(issuedAt) : null
}
