import { clock, unscoped } from '@crossdock/kernel/database'
import { soonDays } from './status.js'

/**
 * Days before the end at which owners get a mail; the last one first, so that no owner gets two at the same time.
 */
export const reminderDays = [1, soonDays] as const

/** Tokens read in one query. */
const duePage = 200

const dayMs = 24 * 60 * 60_000

export interface DueToken {
  id: string
  tenant_id: string | null
  user_id: string
}

interface Row extends DueToken {
  created_at: string
  expires_at: string
}

/** The due tokens of a page, and the last token of the page. */
export interface DueTokens {
  tokens: DueToken[]
  last: DueToken | null
}

/**
 * Tokens that end within `days` and whose owners have not had this reminder yet, by owner. Needs operator scope.
 * Leaves out tokens with a shorter lifetime than `days`, whose owners know the end.
 */
export async function dueReminders(days: number, after: DueToken | null): Promise<DueTokens> {
  const time = clock.now()
  const query = unscoped()
    .from('api_tokens')
    .select('id', 'tenant_id', 'user_id', 'created_at', 'expires_at')
    .where('is_active', true)
    .where('expires_at', '>', new Date(time).toISOString())
    .where('expires_at', '<=', new Date(time + days * dayMs).toISOString())
    .whereRaw('(reminded_days is null or reminded_days > ?)', [days])
    .orderBy('user_id')
    .orderBy('id')
    .limit(duePage)
  if (after) query.whereRaw('(user_id, id) > (?, ?)', [after.user_id, after.id])
  const rows: Row[] = await query
  const wasLonger = ({ created_at, expires_at }: Row) =>
    Date.parse(expires_at) - Date.parse(created_at) > days * dayMs
  return { tokens: rows.filter(wasLonger), last: rows.length < duePage ? null : rows.at(-1)! }
}
