import type { IncomingMessage } from 'node:http'
import { Cache } from '@crossdock/kernel/cache'
import { clock, ifWritable, now, unscoped } from '@crossdock/kernel/database'
import { ownDomainHere } from '@crossdock/kernel/http'
import { asOperator } from '@crossdock/kernel/tenancy'
import { accounts, type Account } from '@crossdock/backend/users'
import { idleMs, lifetimeOf } from '../session_lifetime.js'
import { findDomainRefusal } from '../policies/own_domain.js'
import { findViolatedRule } from '../policies/sign_in_rules.js'
import { sessionSecretOf } from '../session_cookies.js'
import { hash } from '../tokens.js'

interface SessionRow {
  id: string
  user_id: string
  tenant_id: string | null
  last_seen_at: string
  expires_at: string
  proved_at: string | null
  second_factor_at: string | null
  by_provider: boolean | number
  created_at: string
}

export interface LiveSession {
  id: string
  account: Account
  /** When the person last proved their identity. */
  provedAt: string | null
  /** Whether the session includes a second factor. */
  usedSecondFactor: boolean
  /** Whether an identity provider started the session. */
  byProvider: boolean
  /** Latest end, in milliseconds since 1970. */
  endsAt: number
}

/** `last_seen_at` is updated at most this often. */
const seenEveryMs = 60_000

/** Fallback for missing events: manual changes in the database become visible after this long. */
const freshMs = 3_000

/** Keyed by the hash of the cookie's token. */
const remembered = new Cache<SessionRow | null>({
  load: findSession,
  until: (session) => (session ? Math.min(clock.now() + freshMs, endOf(session)) : 0),
  drop({ targetType, targetId }) {
    if (targetType === 'session') return (session) => session?.id === targetId
    if (targetType === 'user') return (session) => session?.user_id === targetId
    // Closing a tenant ends its sessions.
    if (targetType === 'tenant') return (session) => session?.tenant_id === targetId
    return undefined
  },
})

const endOf = ({ expires_at: end, last_seen_at: seen }: SessionRow) =>
  Math.min(Date.parse(end), Date.parse(seen) + idleMs)

/** The stored end, or an earlier one if the organization has shortened sessions since. */
const endUnder = ({ expires_at: end, created_at: begun }: SessionRow, account: Account): number =>
  account.sessionHours === null
    ? Date.parse(end)
    : Math.min(Date.parse(end), Date.parse(begun) + lifetimeOf(account))

/** The session of a request's cookie, whatever page sent it; null when it has ended. */
export async function liveSession(request: IncomingMessage): Promise<LiveSession | null> {
  const token = sessionSecretOf(request)
  const session = token ? await remembered.get(hash(token)) : null
  if (!session) return null
  const account = await accounts.use().known(session.user_id)
  if (!account?.mayEnter) return null
  if (findDomainRefusal(account, ownDomainHere(request))) return null
  // Uses the current rules, so a session that started while they were changing is judged by them too.
  const byProvider = Boolean(session.by_provider)
  if (findViolatedRule(account, byProvider)) return null
  const endsAt = endUnder(session, account)
  if (endsAt <= clock.now()) return null
  return {
    id: session.id,
    account,
    provedAt: session.proved_at,
    usedSecondFactor: session.second_factor_at !== null,
    byProvider,
    endsAt,
  }
}

/**
 * The account of a request's former session, when the person may not sign in now because they or their
 * organization were deactivated; else null.
 */
export async function barredAccount(request: IncomingMessage): Promise<Account | null> {
  const token = sessionSecretOf(request)
  if (!token) return null
  const ended: { user_id: string } | null = await asOperator(
    'a session is known by its cookie alone',
    () => unscoped().from('sessions').select('user_id').where('token', hash(token)).first()
  )
  const account = ended && (await accounts.use().known(ended.user_id))
  return account && !account.mayEnter ? account : null
}

function findSession(tokenHash: string): Promise<SessionRow | null> {
  return asOperator('a session is known by its cookie alone', async () => {
    const time = clock.now()
    const session: SessionRow | null = await unscoped()
      .from('sessions')
      .select('id', 'user_id', 'tenant_id', 'last_seen_at', 'expires_at')
      .select('proved_at', 'second_factor_at', 'by_provider', 'created_at')
      .where('token', tokenHash)
      .where('expires_at', '>', now())
      .where('last_seen_at', '>', new Date(time - idleMs).toISOString())
      .first()
    if (session && time - Date.parse(session.last_seen_at) > seenEveryMs) {
      // A full disk must not sign people out.
      await ifWritable(async () => {
        await unscoped().from('sessions').where('id', session.id).update({ last_seen_at: now() })
      })
    }
    return session
  })
}
