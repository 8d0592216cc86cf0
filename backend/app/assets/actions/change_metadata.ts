import { transaction } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/ground'
import { sameJson } from '@crossdock/kernel/json'
import type { Metadata } from '../contracts/index.js'
import type { Asset } from '../models/asset.js'
import { foldersOf, lockLiveAsset } from '../queries/find_asset.js'
import { describeAsset } from './describe_asset.js'
import { recordAssetEvent } from './record_asset_event.js'
import { assetEvents } from '../event_types.js'

const MAX_BYTES = 64 * 1024

/** Replaces the metadata of an asset in the caller's transaction. Records nothing if the metadata are equal. */
export async function changeMetadata(
  asset: Asset,
  path: string[],
  metadata: Metadata
): Promise<void> {
  if (sameJson(asset.metadata, metadata)) return
  const bytes = Buffer.byteLength(JSON.stringify(metadata))
  if (bytes > MAX_BYTES) {
    const sizes = { most: MAX_BYTES, bytes }
    throw invalid(
      'metadata',
      text('Metadata may have at most {most} bytes; these have {bytes}.', sizes)
    )
  }
  await describeAsset(asset, { metadata })
  await recordAssetEvent(assetEvents.metadataChange, asset, path, { metadata })
}

/** Sets some metadata keys; null removes a key. @throws Problem 404, 409 in the trash, 422 too large */
export function mergeMetadata(id: string, changes: Metadata): Promise<Asset> {
  return transaction(async () => {
    const found = await lockLiveAsset(id)
    const { asset } = found
    const merged = { ...asset.metadata, ...changes }
    const kept = Object.entries(merged).filter(([, value]) => value !== null && value !== undefined)
    await changeMetadata(asset, foldersOf(found), Object.fromEntries(kept))
    return asset
  })
}
