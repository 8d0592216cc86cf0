import type { AuthClientResponse, GuardContract } from '@adonisjs/auth/types'
import type { symbols } from '@adonisjs/auth'
import type { HttpContext } from '@adonisjs/core/http'
import { now, unscoped } from '@crossdock/kernel/database'
import { Problem, type Identity } from '@crossdock/kernel/http'
import { asOperator } from '@crossdock/kernel/tenancy'
import { accounts } from '@crossdock/backend/users'
import { idleMs } from '../actions/sessions.js'
import { roles } from '../contracts/index.js'
import { csrfTokenOf, noteSession, readCookie, sessionCookie } from '../cookies.js'
import { hash, sameText } from '../tokens.js'

interface SessionRow {
  id: string
  user_id: string
  last_seen_at: string
}

/** Being seen is noted at most this often. */
const seenEveryMs = 60_000

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

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

  /** False without a live session. @throws Problem 403 when the CSRF token is missing or stale. */
  async check(): Promise<boolean> {
    this.authenticationAttempted = true
    const token = readCookie(this.http, sessionCookie)
    const session = token ? await findSession(token) : null
    const identity = session && (await identityOf(session.user_id))
    if (!session || !identity) return false
    this.#assertOwnPage(session.id)
    noteSession(this.http, session.id)
    this.user = identity
    this.isAuthenticated = true
    return true
  }

  authenticateAsClient(): Promise<AuthClientResponse> {
    throw new Error('Tests sign in through /api/auth.')
  }

  #assertOwnPage(sessionId: string): void {
    if (safeMethods.has(this.http.request.method())) return
    const given = this.http.request.header('x-xsrf-token') ?? ''
    if (sameText(given, csrfTokenOf(sessionId))) return
    throw new Problem(
      403,
      'E_CSRF',
      'The page is out of date: the X-XSRF-TOKEN header is missing or stale. Reload and try again.'
    )
  }
}

function findSession(token: string): Promise<SessionRow | null> {
  return asOperator('a session is known by its cookie alone', async () => {
    const time = Date.now()
    const session: SessionRow | null = await unscoped()
      .from('sessions')
      .select('id', 'user_id', 'last_seen_at')
      .where('token', hash(token))
      .where('expires_at', '>', now())
      .where('last_seen_at', '>', new Date(time - idleMs).toISOString())
      .first()
    if (session && time - Date.parse(session.last_seen_at) > seenEveryMs) {
      await unscoped().from('sessions').where('id', session.id).update({ last_seen_at: now() })
    }
    return session
  })
}

async function identityOf(userId: string): Promise<Identity | null> {
  const account = await accounts.use().find(userId)
  if (!account?.mayEnter) return null
  const { id, label, tenantId, isSuperAdmin, role } = account
  return {
    actor: { type: 'user', id, userId: id, label },
    userId: id,
    tenantId,
    isSuperAdmin,
    permissions: roles.use().permissionsOf(role),
    environmentId: null,
  }
}
