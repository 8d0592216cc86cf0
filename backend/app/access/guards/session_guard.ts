import type { AuthClientResponse, GuardContract } from '@adonisjs/auth/types'
import type { symbols } from '@adonisjs/auth'
import type { HttpContext } from '@adonisjs/core/http'
import { Problem, type Identity } from '@crossdock/kernel/http'
import type { Account } from '@crossdock/backend/users'
import { roles } from '../contracts/index.js'
import { liveSession } from '../queries/live_session.js'
import { assertOwnPage } from '../session_cookies.js'

const sessionIds = new WeakMap<HttpContext, string>()

/** The session that authenticated a request; null for a token's. */
export const sessionOf = (http: HttpContext): string | null => sessionIds.get(http) ?? null

/** AdonisJS guard over our own sessions table: the cookie, and the CSRF token it requires. */
export class SessionGuard implements GuardContract<Identity> {
  declare [symbols.GUARD_KNOWN_EVENTS]: Record<string, never>
  readonly driverName = 'session'
  user?: Identity
  isAuthenticated = false
  authenticationAttempted = false

  constructor(private readonly http: HttpContext) {}

  getUserOrFail(): Identity {
    if (!this.user) throw new Problem(401, 'E_UNAUTHENTICATED', 'Sign in first.')
    return this.user
  }

  async authenticate(): Promise<Identity> {
    await this.check()
    return this.getUserOrFail()
  }

  /** False without a live session. @throws Problem as `assertOwnPage` does. */
  async check(): Promise<boolean> {
    this.authenticationAttempted = true
    const session = await liveSession(this.http)
    if (!session) return false
    assertOwnPage(this.http, session.id)
    sessionIds.set(this.http, session.id)
    this.user = identityOf(session.account)
    this.isAuthenticated = true
    return true
  }

  authenticateAsClient(): Promise<AuthClientResponse> {
    throw new Error('Tests sign in through /api/auth.')
  }
}

function identityOf({ id, label, tenantId, isSuperAdmin, role }: Account): Identity {
  return {
    actor: { type: 'user', id, userId: id, label },
    userId: id,
    tenantId,
    isSuperAdmin,
    permissions: roles.use().permissionsOf(role),
    environmentId: null,
  }
}
