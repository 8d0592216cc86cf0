import { transaction } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/ground'
import { assetEvents } from '../event_types.js'
import type { Asset } from '../models/asset.js'
import { foldersOf, assertNotTrashed, lockAssets, type FoundAsset } from '../queries/find_asset.js'
import { tagsOfAssets } from '../queries/marks.js'
import { mostTags, tagKey, tagsOf } from '../tag.js'
import { describeAsset } from './describe_asset.js'
import { recordAssetEvents, type AssetChange } from './record_asset_event.js'

/** Replaces all tags of an asset. @throws Problem 404, 409 in the trash, 422 */
export async function replaceTags(id: string, given: readonly string[]): Promise<Asset> {
  const tags = tagsOf(given)
  const [asset] = await changeTags([id], () => tags)
  return asset!
}

/**
 * Adds and removes tags of assets; if one fails, none changes. An existing tag keeps its spelling.
 * @throws Problem 404, 409 in the trash, 422
 */
export function editTags(
  ids: readonly string[],
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] }
): Promise<Asset[]> {
  const added = tagsOf(add, 'add')
  const removed = new Set(remove.map(tagKey))
  const both = added.find((tag) => removed.has(tagKey(tag)))
  if (both !== undefined) {
    throw invalid('remove', text('"{tag}" cannot be added and removed at once.', { tag: both }))
  }
  return changeTags(ids, (present) =>
    tagsOf([...present.filter((tag) => !removed.has(tagKey(tag))), ...added])
  )
}

function changeTags(
  ids: readonly string[],
  next: (present: readonly string[]) => string[]
): Promise<Asset[]> {
  return transaction(async () => {
    const found = (await lockAssets(ids)).map(assertNotTrashed)
    const present = await tagsOfAssets(ids)
    const changes: AssetChange[] = []
    for (const one of found) {
      const before = present.get(one.asset.id) ?? []
      const change = await changeOne(one, before, next(before))
      if (change) changes.push(change)
    }
    await recordAssetEvents(changes)
    return found.map(({ asset }) => asset)
  })
}

/** @returns the change to record; undefined when the asset has these tags already */
async function changeOne(
  found: FoundAsset,
  before: readonly string[],
  tags: string[]
): Promise<AssetChange | undefined> {
  const { asset } = found
  if (tags.length > mostTags) {
    const params = { name: asset.name, most: mostTags, count: tags.length }
    throw invalid(
      'tags',
      text('"{name}" may have at most {most} tags; these would be {count}.', params)
    )
  }
  if (JSON.stringify(before) === JSON.stringify(tags)) return undefined
  await describeAsset(asset, { tags })
  return {
    type: assetEvents.tagsChange,
    asset,
    path: foldersOf(found),
    extra: { tags, previousTags: [...before] },
  }
}
