import type { AuthClientResponse, GuardContract } from '@adonisjs/auth/types'
import type { symbols } from '@adonisjs/auth'
import type { HttpContext } from '@adonisjs/core/http'
import { Problem, type Identity } from '@crossdock/kernel/http'
import type { IdentityCache } from './cache.js'
import { findIdentity } from './queries/identity.js'
import { hashOf, tokenOf } from './secret.js'

/** AdonisJS guard for `Authorization: Bearer cdk_…`: no cookies, no CSRF, no session. */
export class TokenGuard implements GuardContract<Identity> {
  declare [symbols.GUARD_KNOWN_EVENTS]: Record<string, never>
  readonly driverName = 'token'
  user?: Identity
  isAuthenticated = false
  authenticationAttempted = false

  constructor(
    private readonly http: HttpContext,
    private readonly cache: IdentityCache
  ) {}

  getUserOrFail(): Identity {
    if (this.user) return this.user
    throw new Problem(
      401,
      'E_TOKEN',
      'The API token is unknown, expired or revoked. Make a new one and use it instead.',
      { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }
    )
  }

  async authenticate(): Promise<Identity> {
    this.authenticationAttempted = true
    const token = tokenOf(this.http.request.header('authorization'))
    const identity = token ? await this.cache.get(hashOf(token), findIdentity) : null
    this.user = identity ?? undefined
    this.isAuthenticated = identity !== null
    return this.getUserOrFail()
  }

  /** A wrong token is refused, not taken for none. @throws Problem 401 */
  async check(): Promise<boolean> {
    await this.authenticate()
    return true
  }

  authenticateAsClient(): Promise<AuthClientResponse> {
    throw new Error('Tests make tokens through /api/api-tokens.')
  }
}
