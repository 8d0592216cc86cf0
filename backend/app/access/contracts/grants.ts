import type { Text } from '@crossdock/kernel/ground'
import { service } from '@crossdock/kernel/plugin'

/** What a caller is about to allow a person or a program to do. */
export interface Grant {
  /** Text of the refusal, given the missing permissions; for grants that are neither a role nor a token. */
  refusal?: (permissions: string) => Text
  role?: string
  /** Permissions by name. */
  scopes?: readonly string[]
  /** Expiry, ISO 8601; null: never. Left out for grants that cannot expire, like a role. */
  expiresAt?: string | null
  /** The environment the grant is limited to; null: any. Left out for grants without one; a role applies to all. */
  environmentId?: string | null
}

/** The one rule for granting permissions: no caller grants more than they have. */
export interface Grants {
  /** Compares the grant with the caller's permissions. @throws Problem 403 that names what is missing */
  assertMayGrant(grant: Grant): Promise<void>
  /** Protects people who have more permissions than the caller. @throws Problem 403 */
  assertMayManage(person: { role: string; email: string }): Promise<void>
}

export const grants = service<Grants>('access.grants')
