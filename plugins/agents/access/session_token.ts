import { clock } from '@crossdock/kernel/database'
import { signatures } from '@crossdock/kernel/secrets'

/** How long a session's token lasts. */
export const sessionMs = 60 * 60_000

const bearer = /^Bearer +(cda_[\w.-]{1,300})$/i
const uuid = /^[0-9a-f-]{36}$/

/** What a session's token says; whether that is still so is asked elsewhere. */
export interface SessionClaim {
  agentId: string
  /** Beginning of the key that began the session. */
  keyMark: string
  expiresAt: number
}

/** What a token says of the key, so that a key that is dropped ends its sessions. */
export const keyMarkOf = (publicKey: string): string => publicKey.slice(0, 16)

const textOf = (body: string) => `crossdock agent session\n${body}`

/** A token for an hour. It is signed and not stored. */
export function newSessionToken(agentId: string, publicKey: string) {
  const expiresAt = clock.now() + sessionMs
  const body = [agentId, expiresAt, keyMarkOf(publicKey)].join('.')
  const token = `cda_${body}.${signatures.use().mac(textOf(body))}`
  return { token, expiresAt: new Date(expiresAt).toISOString() }
}

/** The token of an Authorization header, or null. */
export const sessionTokenOf = (header: string | undefined): string | null =>
  (header && bearer.exec(header)?.[1]) ?? null

/** What a token says that this installation signed; null for any other. */
export function readSessionToken(token: string): SessionClaim | null {
  const [agentId = '', end = '', keyMark = '', mac = '', ...rest] = token.slice(4).split('.')
  if (rest.length > 0 || !uuid.test(agentId) || !/^\d{1,15}$/.test(end)) return null
  if (!signatures.use().isMac(textOf([agentId, end, keyMark].join('.')), mac)) return null
  return { agentId, keyMark, expiresAt: Number(end) }
}
