import { readOn, searchedByWords } from '@crossdock/kernel/http'
import { closedFolders } from '../folder_permissions/closed.js'
import { Asset } from '../models/asset.js'
import { assetList } from './list_assets.js'
import { closedValues, outsideClosed } from './outside_closed.js'

const search = searchedByWords('assets', 'name')

/** Ids of what was added last among all whose name holds the words, in the trash or not. */
export async function namedAssets(words: string, most: number): Promise<string[]> {
  const query = Asset.query()
  const closed = [...(await closedFolders('read'))]
  if (closed.length > 0) {
    query.whereNotIn('assets.id', closed).whereRaw(outsideClosed(), closedValues(closed))
  }
  // Ids are in the order of time, and lead an index that knows the trash, too.
  const sort = { field: 'id', direction: 'desc' } as const
  const list = { filter: { search: words }, sort, limit: most }
  const { rows } = await readOn(query, assetList, list, undefined, { search })
  return rows.map(({ id }) => id)
}
