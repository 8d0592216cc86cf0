import { recordEvent, recordEvents, type EventType } from '@crossdock/kernel/events'
import { assetEvents, type AssetEventExtra, type AssetEventPayload } from '../event_types.js'
import type { Asset } from '../models/asset.js'
import { AssetVersion } from '../models/asset_version.js'
import { presentVersions } from '../queries/present_versions.js'
import { recordChanged } from './visit.js'

const { fileDelete, filePurge } = assetEvents

/** The fields of an asset that an event contains. */
type Recorded = Pick<Asset, 'id' | 'type' | 'name' | 'parentId' | 'mimeType' | 'size' | 'version'>
type RecordedVersion = Pick<AssetVersion, 'id' | 'contentId'>

/** One of several changes that are recorded together. */
export interface AssetChange {
  type: EventType<AssetEventPayload>
  asset: Recorded
  /** Present names of the folders above the asset. */
  path: string[]
  extra?: AssetEventExtra
}

/**
 * Records an event for a change of an asset, in the transaction of the change.
 * @param path present names of the folders above the asset
 */
export async function recordAssetEvent(
  type: EventType<AssetEventPayload>,
  asset: Asset,
  path: string[],
  extra: AssetEventExtra = {},
  version?: AssetVersion
): Promise<void> {
  const present = asset.type === 'file' ? (version ?? (await presentVersion(asset))) : undefined
  await recordEvent(type, eventOf({ type, asset, path, extra }, present))
  await recordChanged(changedFiles([{ type, asset, path }]))
}

/** As `recordAssetEvent`, for several changes, with few statements. */
export async function recordAssetEvents(changes: readonly AssetChange[]): Promise<void> {
  const files = changes.filter(({ asset }) => asset.type === 'file')
  const present = await presentVersions(files.map(({ asset }) => asset.id))
  await recordEvents(
    changes.map((change) => ({
      type: change.type,
      ...eventOf(change, present.get(change.asset.id)),
    }))
  )
  await recordChanged(changedFiles(changes))
}

/** Files whose change counts as a visit. */
const changedFiles = (changes: readonly AssetChange[]) =>
  changes
    .filter(({ type, asset }) => asset.type === 'file' && type !== fileDelete && type !== filePurge)
    .map(({ asset }) => asset.id)

/** The event of a change. */
function eventOf({ asset, path, extra }: AssetChange, version?: RecordedVersion) {
  const { id, name, parentId, mimeType, size } = asset
  const payload: AssetEventPayload = {
    assetId: id,
    type: asset.type,
    name,
    path,
    parentId,
    mimeType,
    size,
    version: asset.version,
    versionId: version?.id ?? null,
    hash: version?.contentId ?? null,
    ...extra,
  }
  return { target: { type: 'asset', id }, payload }
}

function presentVersion({ id, version }: Asset): Promise<AssetVersion> {
  return AssetVersion.query().where({ assetId: id, version }).firstOrFail()
}
