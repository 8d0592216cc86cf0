import { Authenticator } from '@adonisjs/auth'
import type { GuardContract } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import type { Authentication, Identity } from '@crossdock/kernel/http'
import { accessGuards } from './contracts/index.js'
import { SessionGuard } from './guards/session_guard.js'

type Guards = Record<string, (http: HttpContext) => GuardContract<Identity>>

/**
 * Finds out who makes a request: the one guard whose credential it carries decides, else its session.
 * AdonisJS' authenticator runs the guard; its provider and middleware are left out, because they
 * would make an authenticator for every request, also for those that need none.
 */
export function createAuthentication(): Authentication {
  const contributed = accessGuards.entries()
  const guards: Guards = {
    session: (http) => new SessionGuard(http),
    ...Object.fromEntries(contributed.map(([name, guard]) => [name, guard.create])),
  }
  const config = { default: 'session', guards }
  return {
    async identify(http) {
      const claiming = contributed.find(([, guard]) => guard.claims(http))
      const guard = new Authenticator(http, config).use(claiming?.[0])
      return (await guard.check()) ? guard.getUserOrFail() : null
    },
  }
}
