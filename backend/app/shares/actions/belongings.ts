import { mostCounted, type Belongings } from '@crossdock/backend/users'
import { now } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { Share } from '../models/share.js'

const idsOf = (userId: string, most: number) =>
  Share.query()
    .where('created_by', userId)
    .whereNull('revoked_at')
    .where('expires_at', '>', now())
    .select('id')
    .limit(most)

/** Links belong to their creator. A link works only while its owner has the permissions that it gives. */
export const ownedShares: Belongings = {
  tell(count) {
    if (count === 1) return text('1 link')
    if (count <= mostCounted) return text('{count} links', { count })
    return text('More than {count} links', { count: mostCounted })
  },
  async count(userId) {
    return (await idsOf(userId, mostCounted + 1)).length
  },
  async handOver(from, to, most) {
    const ids = (await idsOf(from, most)).map(({ id }) => id)
    // The new owner did not choose to open closed folders, so the link loses that right.
    const values = { created_by: to, opens_all: false }
    if (ids.length > 0) await Share.query().whereIn('id', ids).update(values)
    return ids.length
  },
}
