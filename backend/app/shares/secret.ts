import { createHash, randomBytes } from 'node:crypto'

const shape = /^[\w-]{43}$/

/** The secret of a new link, 256 random bits; shown once, then only its hash is known. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** How a link is found; null for what is no secret of one. It is random, so its hash needs no key. */
export const hashOf = (token: string): string | null =>
  shape.test(token) ? createHash('sha256').update(token).digest('hex') : null
