import { hash, randomBytes } from 'node:crypto'

/** Creates a token; only its hash is stored. */
export const newEnrolmentToken = (): string => `cde_${randomBytes(32).toString('base64url')}`

export const hashOfToken = (token: string): string => hash('sha256', token)
