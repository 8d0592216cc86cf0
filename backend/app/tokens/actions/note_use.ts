import { isIP } from 'node:net'
import { clock, ifWritable, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { KnownToken } from '../queries/identity.js'

/** Uses are noted at most this often, by all processes together. */
const usedEveryMs = 60_000

/** Notes when a token was used and from where, unless a use was noted within the last minute. */
export async function noteUse(token: KnownToken, ip: string): Promise<void> {
  const time = clock.now()
  if (time - token.notedAt < usedEveryMs) return
  // Before anything is awaited: who comes meanwhile by the same token notes nothing.
  token.notedAt = time
  const since = new Date(time - usedEveryMs).toISOString()
  // A disk that is full locks no program out that reads.
  await ifWritable(() =>
    asOperator('a token is known by its hash alone', async () => {
      await unscoped()
        .from('api_tokens')
        .where('id', token.identity.credential.id)
        // Another process may have noted one since it was read.
        .whereRaw('(last_used_at is null or last_used_at <= ?)', [since])
        .update({
          last_used_at: new Date(time).toISOString(),
          // What a proxy sends need not be an address.
          last_used_ip: isIP(ip) ? ip : null,
        })
    })
  )
}
