import { clock, now, unscoped } from '@crossdock/kernel/database'

/** Days for which ended tokens stay listed. */
export const keptDays = 90

/** Rows deleted per commit. */
const purgePage = 500

/**
 * Deletes a batch of tokens that ended long ago. Needs operator scope and a transaction. Children are deleted
 * first, because nothing would end a child without its parent.
 * @returns the number of deleted tokens
 */
export async function deleteEnded(): Promise<number> {
  const before = new Date(clock.now() - keptDays * 24 * 60 * 60_000).toISOString()
  const ended = unscoped()
    .from('api_tokens as ended')
    .select('ended.id')
    .whereRaw('coalesce(ended.revoked_at, ended.expires_at) < ?', [before])
    .whereRaw('not exists (select 1 from api_tokens child where child.parent_id = ended.id)')
    .limit(purgePage)
  const rows: { id: string }[] = await ended
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await unscoped().from('api_tokens').whereIn('id', ids).delete()
  return ids.length
}

/**
 * Sets the time of revocation where it is missing (set manually, or by an older version), so that the 90 days start
 * now.
 */
export async function stampRevoked(): Promise<void> {
  await unscoped()
    .from('api_tokens')
    .where('is_active', false)
    .whereNull('revoked_at')
    .update({ revoked_at: now() })
}
