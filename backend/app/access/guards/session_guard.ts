import type { IncomingMessage } from 'node:http'
import { Problem, text } from '@crossdock/kernel/ground'
import type { Hold, Identity } from '@crossdock/kernel/http'
import type { Account } from '@crossdock/backend/users'
import { roles, secondFactors, type AccessGuard } from '../contracts/index.js'
import { barredAccount, liveSession, type LiveSession } from '../queries/live_session.js'
import { assertOwnPage } from '../session_cookies.js'

const sessionIds = new WeakMap<IncomingMessage, string>()

/** The id of the session that authenticated a request; null for a token. */
export const sessionOf = (request: IncomingMessage): string | null =>
  sessionIds.get(request) ?? null

/**
 * Authenticates by the session cookie and the CSRF token it requires.
 * @throws Problem 401 when the person is deactivated or the tenant suspended; also what `assertOwnPage` throws
 */
export const sessionGuard: Pick<AccessGuard, 'identify'> = {
  async identify(request) {
    const session = await liveSession(request)
    if (!session) {
      const barred = await barredAccount(request)
      if (barred) throw barred.isDeactivated ? deactivated() : suspended(barred)
      return null
    }
    assertOwnPage(request, session.id)
    sessionIds.set(request, session.id)
    return identityOf(session)
  },
}

const suspended = ({ tenantName }: Account) =>
  new Problem(
    401,
    'E_SUSPENDED',
    text(
      '{name} is suspended, so you cannot sign in. Ask the operator of this Crossdock for details.',
      {
        name: tenantName ?? 'Crossdock',
      }
    )
  )

/** Only browsers in which the person was signed in see this reason. */
const deactivated = () =>
  new Problem(
    401,
    'E_DEACTIVATED',
    text('Your account is deactivated. Ask an administrator of your organization to reactivate it.')
  )

/**
 * The second-factor step that blocks a session; null when none does. Checked at each request, so it also blocks
 * sessions that started before the factor was required.
 */
export async function findHold(session: LiveSession): Promise<Hold | null> {
  const { account, usedSecondFactor } = session
  if (usedSecondFactor || !account.secondFactorRequiredBy) return null
  return (await secondFactors.use().hasOne(account.id)) ? 'confirm' : 'enrol'
}

async function identityOf(session: LiveSession): Promise<Identity> {
  const { account, provedAt } = session
  const { id, label, tenantId, isSuperAdmin, role } = account
  return {
    actor: { type: 'user', id, userId: id, label },
    userId: id,
    credential: { type: 'session', id: session.id },
    tenantId,
    isSuperAdmin,
    permissions: await roles.use().permissionsOf({ tenantId, role }),
    environmentId: null,
    provedAt,
    held: await findHold(session),
  }
}
