import { invalid, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import type { Asset } from '../models/asset.js'
import type { bulkChange } from '../validators/asset.js'
import { editTags } from './change_tags.js'
import { copyAssets } from './copy_assets.js'
import { moveAssets } from './move_assets.js'
import { restoreAssets, trashAssets } from './trash.js'

/**
 * Applies one change to several assets. If it fails for one, no asset changes.
 * @returns the changed assets (for a copy the new ones), in the order of the ids
 * @throws Problem for the first asset that refuses the change
 */
export async function changeAssets({
  action,
  ids,
  parentId,
  add,
  remove,
}: Output<typeof bulkChange>): Promise<Asset[]> {
  if (action === 'tag') {
    if (parentId !== undefined) throw noPlace()
    if (add === undefined && remove === undefined) {
      throw invalid('add', text('Name the tags to add or remove.'))
    }
    return editTags(ids, { add, remove })
  }
  if (add !== undefined || remove !== undefined) {
    const field = add === undefined ? 'remove' : 'add'
    throw invalid(field, text('Only "tag" takes add and remove. Leave them out.'))
  }
  if (action === 'trash' || action === 'restore') {
    if (parentId !== undefined) throw noPlace()
    return action === 'trash' ? trashAssets(ids) : restoreAssets(ids)
  }
  if (parentId === undefined) {
    const message = text('Set parentId: the id of a folder, or null for the top level.')
    throw invalid('parentId', message)
  }
  return action === 'move' ? moveAssets(ids, parentId) : copyAssets(ids, parentId)
}

const noPlace = () =>
  invalid('parentId', text('Only "move" and "copy" take a parentId. Leave it out.'))
