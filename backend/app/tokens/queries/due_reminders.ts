import { clock, unscoped } from '@crossdock/kernel/database'
import { soonDays } from './status.js'

/** When owners are told, in days before the end; the last time first, so that nobody is told twice at once. */
export const reminderDays = [1, soonDays] as const

/** Tokens looked at in one go. */
export const duePage = 200

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

/** Where a page ended, and the tokens of it that are due. */
export interface Due {
  tokens: DueToken[]
  last: DueToken | null
}

/**
 * Tokens that end within `days` and of whose end their owners were not told so late, by owner; call it as
 * operator. Who makes a token that ends sooner than that knows it: such a time is left out.
 */
export async function dueReminders(days: number, behind: DueToken | null): Promise<Due> {
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
  if (behind) query.whereRaw('(user_id, id) > (?, ?)', [behind.user_id, behind.id])
  const rows: Row[] = await query
  const wasLonger = ({ created_at, expires_at }: Row) =>
    Date.parse(expires_at) - Date.parse(created_at) > days * dayMs
  return { tokens: rows.filter(wasLonger), last: rows.length < duePage ? null : rows.at(-1)! }
}
