import { now } from '@crossdock/kernel/database'
import { countUse } from '@crossdock/kernel/ledger'
import { contentStore, type StoredContent } from '@crossdock/kernel/storage'
import { currentContext } from '@crossdock/kernel/tenancy'
import { assetEvents } from '../event_types.js'
import type { Asset } from '../models/asset.js'
import { AssetVersion } from '../models/asset_version.js'
import { enqueueThumbnail } from './make_thumbnail.js'
import { recordAssetEvent } from './record_asset_event.js'

export interface NewVersion {
  mimeType: string
  /** Content that was just written, or stored content by its id. */
  content: StoredContent | Pick<StoredContent, 'id' | 'size'>
  /** When the file was last changed, according to the sender; left out when the sender gives no time. */
  fileModifiedAt?: string | null
}

/**
 * Adds the next version of a file, or the first of a new file, in the caller's transaction.
 * @param asset locked, or not stored yet
 * @param path names of the folders above the asset
 */
export async function addVersion(
  asset: Asset,
  path: string[],
  { mimeType, content, fileModifiedAt = null }: NewVersion
): Promise<void> {
  if ('lease' in content) await contentStore.use().record(content)
  else await contentStore.use().hold(content.id)
  const isNew = !asset.$isPersisted
  const { size } = content
  const uploadedBy = currentContext().actor.userId
  const present = { mimeType, size, uploadedBy, fileModifiedAt: fileModifiedAt ?? now() }
  await asset.merge({ ...present, version: asset.version + 1 }).save()
  const version = await AssetVersion.create({
    assetId: asset.id,
    version: asset.version,
    contentId: content.id,
    size,
    mimeType,
    uploadedBy,
    fileModifiedAt,
  })
  await enqueueThumbnail(version)
  countUse('filesUploaded')
  const { fileUpdate, fileUpload } = assetEvents
  await recordAssetEvent(isNew ? fileUpload : fileUpdate, asset, path, {}, version)
}
