import { clock, now, unscoped } from '@crossdock/kernel/database'

/** How long tokens stay listed after their end. */
export const keptDays = 90

/** Rows deleted with one commit. */
export const purgePage = 500

/**
 * Deletes some of the tokens that ended long ago, and tells how many; call it as operator, in a
 * transaction. What a token has made goes first: a child without its parent would be held by nothing.
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

/** What was switched off by hand, or before that was noted, is kept for as long from now on. */
export async function stampRevoked(): Promise<void> {
  await unscoped()
    .from('api_tokens')
    .where('is_active', false)
    .whereNull('revoked_at')
    .update({ revoked_at: now() })
}
