import { clock } from '@crossdock/kernel/database'
import { signatures } from '@crossdock/kernel/secrets'

/** Lifetime of a session token. */
const sessionMs = 60 * 60_000

const bearer = /^Bearer +(cda_[\w.-]{1,300})$/i
const uuid = /^[0-9a-f-]{36}$/

/** The content of a session token; the caller must check whether it is still valid. */
export interface SessionClaim {
  agentId: string
  /** Prefix of the key that began the session. */
  keyPrefix: string
  expiresAt: number
}

/** Returns the beginning of a public key. A token contains it, so that a session ends when its key is dropped. */
export const keyPrefixOf = (publicKey: string): string => publicKey.slice(0, 16)

const textOf = (body: string) => `crossdock agent session\n${body}`

/** Creates a token for an hour. It is signed and not stored. */
export function newSessionToken(agentId: string, publicKey: string) {
  const expiresAt = clock.now() + sessionMs
  const body = [agentId, expiresAt, keyPrefixOf(publicKey)].join('.')
  const token = `cda_${body}.${signatures.use().mac(textOf(body))}`
  return { token, expiresAt: new Date(expiresAt).toISOString() }
}

/** Returns the session token in an Authorization header, or null. */
export const sessionTokenOf = (header: string | undefined): string | null =>
  (header && bearer.exec(header)?.[1]) ?? null

/** Returns the content of a token that this installation signed; null for any other token. */
export function readSessionToken(token: string): SessionClaim | null {
  const [agentId = '', end = '', keyMark = '', mac = '', ...rest] = token.slice(4).split('.')
  if (rest.length > 0 || !uuid.test(agentId) || !/^\d{1,15}$/.test(end)) return null
  if (!signatures.use().isMac(textOf([agentId, end, keyMark].join('.')), mac)) return null
  return { agentId, keyPrefix: keyMark, expiresAt: Number(end) }
}
