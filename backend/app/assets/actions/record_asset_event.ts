import { recordEvent, type EventType } from '@crossdock/kernel/events'
import type { AssetEventExtra, AssetEventPayload } from '../event_types.js'
import type { Asset } from '../models/asset.js'
import { AssetVersion } from '../models/asset_version.js'

/**
 * Tells the log what happened to an asset, in the transaction of the change.
 * @param path names of the folders it lies in now
 */
export async function recordAssetEvent(
  type: EventType<AssetEventPayload>,
  asset: Asset,
  path: string[],
  extra: AssetEventExtra = {},
  version?: AssetVersion
): Promise<void> {
  const present = asset.type === 'file' ? (version ?? (await presentVersion(asset))) : null
  const { id, name, parentId, mimeType, size } = asset
  const payload: AssetEventPayload = {
    ...{ assetId: id, type: asset.type, name, path, parentId, mimeType, size },
    version: asset.version,
    versionId: present?.id ?? null,
    hash: present?.contentId ?? null,
    ...extra,
  }
  await recordEvent(type, { target: { type: 'asset', id }, payload })
}

function presentVersion({ id, version }: Asset): Promise<AssetVersion> {
  return AssetVersion.query().where({ assetId: id, version }).firstOrFail()
}
