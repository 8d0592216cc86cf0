import { createHash, randomBytes } from 'node:crypto'
import { originsOf } from '@crossdock/kernel/http'
import { secrets } from '@crossdock/kernel/secrets'

const shape = /^[\w-]{43}$/

/** The secret of a new link, 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** How a link is found; null for what is no secret of one. It is random, so its hash needs no key. */
export const hashOf = (token: string): string | null =>
  shape.test(token) ? createHash('sha256').update(token).digest('hex') : null

/** The address of a link. */
export const addressOf = (token: string): string => `${originsOf(null)[0]}/s/${token}`

const contextOf = (shareId: string): string => `shares:${shareId}:token`

/** The secret as it is kept to be copied again: worth nothing on another link. */
export const sealToken = (shareId: string, token: string): string =>
  secrets.use().seal(token, contextOf(shareId))

/** The secret that was kept; null where none was. @throws SecretError when its key is gone */
export const openToken = (share: { id: string; sealedToken: string | null }): string | null =>
  share.sealedToken === null ? null : secrets.use().open(share.sealedToken, contextOf(share.id))
