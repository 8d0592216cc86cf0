import { mostCounted, type Belongings } from '@crossdock/backend/users'
import { text } from '@crossdock/kernel/ground'
import { Asset } from '../models/asset.js'

const idsOf = (userId: string, most: number) =>
  Asset.query().where('uploaded_by', userId).select('id').limit(most)

/** Files and folders belong to the person who uploaded or created them. Versions keep their author as history. */
export const ownedAssets: Belongings = {
  tell(count) {
    if (count === 1) return text('1 file or folder')
    if (count <= mostCounted) return text('{count} files and folders', { count })
    return text('More than {count} files and folders', { count: mostCounted })
  },
  async count(userId) {
    return (await idsOf(userId, mostCounted + 1)).length
  },
  async handOver(from, to, most) {
    const ids = (await idsOf(from, most)).map(({ id }) => id)
    if (ids.length > 0) await Asset.query().whereIn('id', ids).update({ uploaded_by: to })
    return ids.length
  },
}
