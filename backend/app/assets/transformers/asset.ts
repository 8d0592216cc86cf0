import { personNames } from '@crossdock/backend/users'
import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import type { AssetInfo } from '../contracts/asset_info.js'
import type { FileVersion } from '../contracts/index.js'
import { rules } from '../folder_permissions/rules.js'
import type { Asset } from '../models/asset.js'
import type { AssetVersion } from '../models/asset_version.js'
import type { FoundAsset } from '../queries/find_asset.js'
import { lineages, listedIn, formatPath } from '../tree/lineage.js'
import { marksOf } from '../queries/marks.js'
import { withFolders } from '../queries/with_folders.js'
import { assetShape, assetWithFoldersShape, versionShape } from '../validators/asset.js'

/** Assets in the form for other domains and clients, with values from other tables. */
export async function showAssets(assets: Row<Asset>[]): Promise<AssetInfo[]> {
  const folder = listedIn.get(assets)
  const folders = folder
    ? undefined
    : await lineages(assets.flatMap(({ parentId }) => parentId ?? []))
  const marks = await marksOf(assets)
  const accessOf = await accesses()
  const withFoldersIn = withFolders.get(assets)
  return assets.map((asset) => {
    const { id, metadata, parentId } = asset
    const path = [...(folder ?? folders?.get(parentId ?? '') ?? []), asset]
    // Do not mask metadata: values that look like our sealed secrets are none.
    return answerOf(assetShape, asset, {
      metadata,
      path: formatPath(path),
      access: accessOf(path),
      hasFolders: withFoldersIn?.has(id) ?? null,
      ...marks(id),
    })
  })
}

export async function showAsset(asset: Asset): Promise<AssetInfo> {
  const [shown] = await showAssets([asset])
  return shown!
}

/** Like `showAssets`, for several lists of assets. */
export const showLists = (lists: Row<Asset>[][]): Promise<AssetInfo[][]> =>
  Promise.all(lists.map(showAssets))

export async function showWithFolders(found: FoundAsset[]) {
  const marks = await marksOf(found.map(({ asset }) => asset))
  const accessOf = await accesses()
  return found.map(({ asset, path }) =>
    answerOf(assetWithFoldersShape, asset, {
      metadata: asset.metadata,
      ...marks(asset.id),
      path: formatPath(path),
      access: accessOf(path),
      hasFolders: null,
      folders: path.slice(0, -1).map(({ id, name }) => ({ id, name })),
    })
  )
}

/** Whether every folder on a path is open to everyone. Uses the rules in memory, without a statement. */
async function accesses(): Promise<(path: readonly { id: string }[]) => 'open' | 'restricted'> {
  const restricted = await rules()
  return (path) => (path.some(({ id }) => restricted.has(id)) ? 'restricted' : 'open')
}

/** Versions with the names of the people who uploaded them. */
export async function showNamedVersions(versions: Row<AssetVersion>[]): Promise<FileVersion[]> {
  const shown = await showVersions(versions)
  const nameOf = await personNames(versions.map(({ uploadedBy }) => uploadedBy))
  return shown.map((version) => ({ ...version, uploadedByName: nameOf(version.uploadedBy) }))
}

export async function showVersions(versions: Row<AssetVersion>[]): Promise<FileVersion[]> {
  const files = await lineages(versions.map(({ assetId }) => assetId))
  return versions.map((version) => {
    const path = formatPath(files.get(version.assetId) ?? [])
    return answerOf(versionShape, version, { hash: version.contentId, path })
  })
}
