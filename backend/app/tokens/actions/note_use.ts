import { isIP } from 'node:net'
import { clock, ifWritable, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { KnownToken } from '../queries/identity.js'

/** `last_used_at` is updated at most this often, by all processes together. */
const usedEveryMs = 60_000

/** Stores the time and the IP address of a use, unless one was stored within the last minute. */
export async function noteUse(token: KnownToken, ip: string): Promise<void> {
  const time = clock.now()
  if (time - token.notedAt < usedEveryMs) return
  // Set before the first await, so that parallel requests with the same token skip the update.
  token.notedAt = time
  const since = new Date(time - usedEveryMs).toISOString()
  // A full disk must not lock out programs that only read.
  await ifWritable(() =>
    asOperator('a token is known by its hash alone', async () => {
      await unscoped()
        .from('api_tokens')
        .where('id', token.identity.credential.id)
        // Another process may have stored a use since this one read the row.
        .whereRaw('(last_used_at is null or last_used_at <= ?)', [since])
        .update({
          last_used_at: new Date(time).toISOString(),
          // A proxy may send a text that is no address.
          last_used_ip: isIP(ip) ? ip : null,
        })
    })
  )
}
