import { hash, randomBytes } from 'node:crypto'

/** `Bearer cdk_…`; any other value belongs to another guard. */
const bearer = /^Bearer +(cdk_[\w-]{43})$/i

/** A new token. It is shown once; only its hash is stored. */
export const newToken = (): string => `cdk_${randomBytes(32).toString('base64url')}`

/** The part of a token that people may see later. */
export const prefixOf = (token: string): string => token.slice(0, 10)

export const hashOf = (token: string): string => hash('sha256', token)

/** The API token of an Authorization header, or null. */
export const tokenOf = (header: string | undefined): string | null =>
  (header && bearer.exec(header)?.[1]) ?? null
