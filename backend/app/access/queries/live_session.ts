import type { IncomingMessage } from 'node:http'
import { now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { accounts, type Account } from '@crossdock/backend/users'
import { idleMs } from '../actions/sessions.js'
import { claimedSession } from '../session_cookies.js'
import { hash } from '../tokens.js'

interface SessionRow {
  id: string
  user_id: string
  last_seen_at: string
}

export interface LiveSession {
  id: string
  account: Account
}

/** Being seen is noted at most this often. */
const seenEveryMs = 60_000

/** The session a request's cookie belongs to, whatever page sent it; null when it is over. */
export async function liveSession(request: IncomingMessage): Promise<LiveSession | null> {
  const token = claimedSession(request)
  const session = token ? await findSession(token) : null
  if (!session) return null
  const account = await accounts.use().find(session.user_id)
  return account?.mayEnter ? { id: session.id, account } : null
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
