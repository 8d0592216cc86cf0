import type { IncomingMessage } from 'node:http'
import type { Identity } from '@crossdock/kernel/http'
import { roles, type AccessGuard } from '../contracts/index.js'
import { liveSession, type LiveSession } from '../queries/live_session.js'
import { assertOwnPage } from '../session_cookies.js'

const sessionIds = new WeakMap<IncomingMessage, string>()

/** The session that authenticated a request; null for a token's. */
export const sessionOf = (request: IncomingMessage): string | null =>
  sessionIds.get(request) ?? null

/** Our own sessions: the cookie, and the CSRF token it requires. @throws Problem as `assertOwnPage` does */
export const sessionGuard: Pick<AccessGuard, 'identify'> = {
  async identify(request) {
    const session = await liveSession(request)
    if (!session) return null
    assertOwnPage(request, session.id)
    sessionIds.set(request, session.id)
    return identityOf(session)
  },
}

async function identityOf({ id: session, account }: LiveSession): Promise<Identity> {
  const { id, label, tenantId, isSuperAdmin, role } = account
  return {
    actor: { type: 'user', id, userId: id, label },
    userId: id,
    credential: { type: 'session', id: session },
    tenantId,
    isSuperAdmin,
    permissions: await roles.use().permissionsOf({ tenantId, role }),
    environmentId: null,
  }
}
