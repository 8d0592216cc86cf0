import type { Text } from '@crossdock/kernel/http'
import { service } from '@crossdock/kernel/plugin'

/** Something a caller is about to let somebody (or a program) do. */
export interface Grant {
  /** Says which permissions are missing for what, where that is neither a role nor a token. */
  refusal?: (permissions: string) => Text
  role?: string
  /** Permissions by name. */
  scopes?: readonly string[]
  /** When it ends, ISO 8601; null: never. Left out for what has no end, like a role. */
  expiresAt?: string | null
  /** The environment it is confined to; null: any. Left out for what knows none; a role is good in all of them. */
  environmentId?: string | null
}

/** The one rule about giving rights away: nobody grants more than they have. */
export interface Grants {
  /** Compares with what the caller of the current context may do. @throws Problem 403 naming what is missing. */
  assertMayGrant(grant: Grant): Promise<void>
  /** Nobody decides about somebody who may do more than they. @throws Problem 403 */
  assertMayDecideAbout(person: { role: string; email: string }): Promise<void>
}

export const grants = service<Grants>('access.grants')
