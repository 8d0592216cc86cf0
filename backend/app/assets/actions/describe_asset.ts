import { tenantRows, tenantTable, type RowValues } from '@crossdock/kernel/tenancy'
import type { Metadata } from '../contracts/index.js'
import { metadataRows, searchTextOf } from '../metadata_values.js'
import type { Asset } from '../models/asset.js'
import { tagKey } from '../tag.js'
import { tagsOfAssets } from '../queries/marks.js'

/**
 * Replaces tags or metadata, their rows for filters, and the column `words` for search. Runs in the caller's
 * transaction, with the asset locked.
 */
export async function describeAsset(
  asset: Asset,
  { tags, metadata }: { tags?: readonly string[]; metadata?: Metadata }
): Promise<void> {
  if (tags) {
    await tenantTable('asset_tags').where('asset_id', asset.id).delete()
    await tenantRows('asset_tags').insertAll(tagRows(asset.id, tags))
  }
  if (metadata) {
    await tenantTable('asset_metadata').where('asset_id', asset.id).delete()
    await tenantRows('asset_metadata').insertAll(metadataRows(asset.id, metadata))
    asset.merge({ metadata })
  }
  const present = tags ?? (await tagsOfAssets([asset.id])).get(asset.id) ?? []
  await asset.merge({ words: searchTextOf(present, asset.metadata) }).save()
}

export const tagRows = (assetId: string, tags: readonly string[]): RowValues[] =>
  tags.map((tag) => ({ asset_id: assetId, tag, tag_key: tagKey(tag) }))
