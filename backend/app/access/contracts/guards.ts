import type { GuardContract } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import type { Identity } from '@crossdock/kernel/http'
import { extensionPoint } from '@crossdock/kernel/plugin'

/** A way for a request to say who makes it, beside the session cookie: an API token, an agent's key. */
export interface AccessGuard {
  /** Whether the request carries this kind of credential; then no other guard is asked. */
  claims(http: HttpContext): boolean
  /** An AdonisJS guard for the request; its user is the caller's identity. */
  create(http: HttpContext): GuardContract<Identity>
}

export const accessGuards = extensionPoint<AccessGuard>('access.guards')
