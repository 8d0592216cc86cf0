import { clock, newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import type { Account } from '@crossdock/backend/users'
import { Session } from '../models/session.js'
import { assertAllowedAtDomain } from '../policies/own_domain.js'
import { idleMs, lifetimeOf } from '../session_lifetime.js'
import { hash, newSessionToken } from '../tokens.js'
import { sessionEnded } from '../event_types.js'

/** Where a session is used, as shown to its owner. */
export interface Device {
  ip: string | null
  userAgent: string | null
  /** Subdomain of the organization if the request came to its own domain; null at every other address. */
  domainOf: string | null
}

export interface StartedSession {
  id: string
  /** For the cookie. Only its hash is stored, so it cannot be read again. */
  token: string
  /** Maximum lifetime. */
  seconds: number
}

interface SignedIn {
  /** False after sign-in by mail alone. */
  usedSecondFactor: boolean
  /** When the person proved their identity; the default is now, null means unknown. */
  provedAt?: Date | null | undefined
  byProvider?: boolean
}

/**
 * Starts a session. Must run inside the transaction that signs the person in.
 * @throws Problem 401 at the own domain of another organization
 */
export async function startSession(
  account: Account,
  device: Device,
  { usedSecondFactor, provedAt = clock.date(), byProvider = false }: SignedIn
): Promise<StartedSession> {
  assertAllowedAtDomain(account, device.domainOf)
  const id = newId()
  const token = newSessionToken()
  const time = clock.now()
  const lasts = lifetimeOf(account)
  // Sessions that a deactivation ended (see the migration) stay until they are idle: browsers learn the
  // reason from them.
  await unscoped()
    .from('sessions')
    .where((expired) =>
      expired.where('expires_at', '<', now()).whereColumn('expires_at', '>', 'created_at')
    )
    .orWhere('last_seen_at', '<', new Date(time - idleMs).toISOString())
    .delete()
  await Session.create({
    id,
    tenantId: account.tenantId,
    userId: account.id,
    token: hash(token),
    ip: device.ip,
    userAgent: device.userAgent?.slice(0, 255) ?? null,
    lastSeenAt: now(),
    provedAt: provedAt?.toISOString() ?? null,
    secondFactorAt: usedSecondFactor ? now() : null,
    byProvider,
    expiresAt: new Date(time + lasts).toISOString(),
  })
  return { id, token, seconds: lasts / 1000 }
}

/** Ends the session of a cookie; does nothing when it has already ended. */
export async function endSession(token: string): Promise<void> {
  await asOperator('a session is known by its cookie alone', () =>
    transaction(async () => {
      const found = unscoped().from('sessions').where('token', hash(token))
      const session: { id: string; tenant_id: string | null; user_id: string } | null = await found
        .clone()
        .first()
      if (!session || Number(await found.delete()) === 0) return
      const { id, tenant_id: tenantId, user_id: userId } = session
      const actor = { type: 'user', id: userId, userId, label: userId } as const
      await withContext({ tenantId, operator: tenantId === null, actor }, () =>
        recordEvent(sessionEnded, { target: { type: 'session', id }, payload: {} })
      )
    })
  )
}
