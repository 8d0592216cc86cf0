import { Authenticator } from '@adonisjs/auth'
import type { HttpContext } from '@adonisjs/core/http'
import type { Authentication } from '@crossdock/kernel/http'
import { accessGuards } from './contracts/index.js'
import { RequestGuard } from './guards/request_guard.js'
import { sessionGuard } from './guards/session_guard.js'

/**
 * Identifies the caller of a request: the guard whose credential the request carries decides, else the session
 * guard. AdonisJS' authenticator resolves and runs the guard. Its provider and middleware are left out, because
 * they would create an authenticator for every request, even for requests that need none.
 */
export function createAuthentication(): Authentication {
  const contributed = accessGuards.entries()
  const guards = Object.fromEntries(
    [['session', sessionGuard] as const, ...contributed].map(([name, guard]) => [
      name,
      (http: HttpContext) => new RequestGuard(name, guard, http),
    ])
  )
  const config = { default: 'session', guards }
  return {
    async identify(http) {
      const claiming = contributed.find(([, guard]) => guard.claims(http.request.request))
      const authenticator = new Authenticator(http, config)
      const known = await authenticator.checkUsing([claiming?.[0] ?? 'session'])
      return known ? authenticator.getUserOrFail() : null
    },
  }
}
