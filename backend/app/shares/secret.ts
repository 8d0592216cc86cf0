import { createHash, randomBytes } from 'node:crypto'
import { originsOf } from '@crossdock/kernel/tenancy'
import { secrets } from '@crossdock/kernel/secrets'

const shape = /^[\w-]{43}$/

/** The secret of a new link, 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The hash by which a link is found; null for an invalid secret. The secret is random, so its hash needs no key. */
export const hashOf = (token: string): string | null =>
  shape.test(token) ? createHash('sha256').update(token).digest('hex') : null

/** The address of a link. */
export const addressOf = (token: string): string => `${originsOf(null)[0]}/s/${token}`

const contextOf = (shareId: string): string => `shares:${shareId}:token`

/** Encrypts the secret of a link, for copying the link again. The result works only for this link. */
export const sealToken = (shareId: string, token: string): string =>
  secrets.use().seal(token, contextOf(shareId))

/** Decrypts the stored secret; null when there is none. @throws SecretError when its key is gone */
export const openToken = (share: { id: string; sealedToken: string | null }): string | null =>
  share.sealedToken === null ? null : secrets.use().open(share.sealedToken, contextOf(share.id))

/** Encryption context of the link's address in a mail job. */
export const mailContext = (shareId: string): string => `shares:${shareId}`
