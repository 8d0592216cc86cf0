import type { AuthClientResponse, GuardContract } from '@adonisjs/auth/types'
import type { symbols } from '@adonisjs/auth'
import type { HttpContext } from '@adonisjs/core/http'
import { Problem, text } from '@crossdock/kernel/ground'
import type { Identity } from '@crossdock/kernel/http'
import type { AccessGuard } from '../contracts/index.js'

/** Adapts an access guard to AdonisJS' authenticator, for one request. */
export class RequestGuard implements GuardContract<Identity> {
  declare [symbols.GUARD_KNOWN_EVENTS]: Record<string, never>
  user?: Identity
  isAuthenticated = false
  authenticationAttempted = false

  constructor(
    readonly driverName: string,
    private readonly guard: Pick<AccessGuard, 'identify'>,
    private readonly http: HttpContext
  ) {}

  getUserOrFail(): Identity {
    if (!this.user) throw new Problem(401, 'E_UNAUTHENTICATED', text('Sign in first.'))
    return this.user
  }

  async authenticate(): Promise<Identity> {
    await this.check()
    return this.getUserOrFail()
  }

  /** @throws the guard's Problem */
  async check(): Promise<boolean> {
    this.authenticationAttempted = true
    this.user = (await this.guard.identify(this.http.request.request)) ?? undefined
    this.isAuthenticated = this.user !== undefined
    return this.isAuthenticated
  }

  authenticateAsClient(): Promise<AuthClientResponse> {
    throw new Error('Tests sign in through /api/auth and make tokens through /api/api-tokens.')
  }
}
