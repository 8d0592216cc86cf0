import { readNextRows, searchedByWords } from '@crossdock/kernel/lists'
import { closedFolders } from '../folder_permissions/closed.js'
import { Asset } from '../models/asset.js'
import { assetList } from './list_assets.js'
import { closedValues, openFolderSql } from '../folder_permissions/outside_closed.js'

const search = searchedByWords('assets', 'name')

/** Ids of the newest assets whose name contains the words, including the trash. */
export async function namedAssets(words: string, most: number): Promise<string[]> {
  const query = Asset.query()
  const closed = [...(await closedFolders('read'))]
  if (closed.length > 0) {
    query.whereNotIn('assets.id', closed).whereRaw(openFolderSql(), closedValues(closed))
  }
  // Ids sort by time, and an index that includes the trash begins with them.
  const sort = { field: 'id', direction: 'desc' } as const
  const list = { filter: { search: words }, sort, limit: most }
  const { rows } = await readNextRows(query, assetList, list, undefined, { search })
  return rows.map(({ id }) => id)
}
