import { clock } from '@crossdock/kernel/database'
import { signatures } from '@crossdock/kernel/secrets'
import { bearerSeconds } from './contracts/index.js'

const header = /^Bearer +(cdb_[\w.-]{1,300})$/i
const uuid = /^[0-9a-f-]{36}$/

const textOf = (body: string) => `crossdock api bearer\n${body}`

/** Creates a bearer token for the API token with this id. It is signed and not stored. */
export function newBearer(tokenId: string): string {
  const body = `${tokenId}.${clock.now() + bearerSeconds * 1000}`
  return `cdb_${body}.${signatures.use().mac(textOf(body))}`
}

/** The bearer of an Authorization header, or null. */
export const bearerOf = (value: string | undefined): string | null =>
  (value && header.exec(value)?.[1]) ?? null

/** The API token and the expiry of a bearer; null if this installation did not sign it. */
export function readBearer(bearer: string): { tokenId: string; expiresAt: number } | null {
  const [tokenId = '', end = '', mac = '', ...rest] = bearer.slice(4).split('.')
  if (rest.length > 0 || !uuid.test(tokenId) || !/^\d{1,15}$/.test(end)) return null
  if (!signatures.use().isMac(textOf(`${tokenId}.${end}`), mac)) return null
  return { tokenId, expiresAt: Number(end) }
}
