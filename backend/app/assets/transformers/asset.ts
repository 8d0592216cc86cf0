import { answerOf, type Row } from '@crossdock/kernel/http'
import type { AssetInfo, FileVersion } from '../contracts/index.js'
import { rules } from '../folder_permissions/rules.js'
import type { Asset } from '../models/asset.js'
import type { AssetVersion } from '../models/asset_version.js'
import type { FoundAsset } from '../queries/find_asset.js'
import { lineages, listedIn, written } from '../queries/lineage.js'
import { marksOf } from '../queries/marks.js'
import { assetShape, assetWithFoldersShape, versionShape } from '../validators/asset.js'

/** Assets as they leave the domain, to callers and to other domains; what stands in other tables is read here. */
export async function showAssets(assets: Row<Asset>[]): Promise<AssetInfo[]> {
  const folder = listedIn.get(assets)
  const folders = folder
    ? undefined
    : await lineages(assets.flatMap(({ parentId }) => parentId ?? []))
  const marks = await marksOf(assets)
  const accessOf = await accesses()
  return assets.map((asset) => {
    const { id, metadata, parentId } = asset
    const path = [...(folder ?? folders?.get(parentId ?? '') ?? []), asset]
    // Metadata are people's own: what looks like a secret of ours in them is none, and stays what it is.
    return answerOf(assetShape, asset, {
      ...{ metadata, path: written(path), access: accessOf(path) },
      ...marks(id),
    })
  })
}

export async function showAsset(asset: Asset): Promise<AssetInfo> {
  const [shown] = await showAssets([asset])
  return shown!
}

/** For what answers with several assets at once. */
export const showLists = (lists: Row<Asset>[][]): Promise<AssetInfo[][]> =>
  Promise.all(lists.map(showAssets))

export async function showWithFolders(found: FoundAsset[]) {
  const marks = await marksOf(found.map(({ asset }) => asset))
  const accessOf = await accesses()
  return found.map(({ asset, path }) =>
    answerOf(assetWithFoldersShape, asset, {
      metadata: asset.metadata,
      ...marks(asset.id),
      path: written(path),
      access: accessOf(path),
      folders: path.slice(0, -1).map(({ id, name }) => ({ id, name })),
    })
  )
}

/** Whether all of a way from the top level down is open to everyone: by the rules in memory, without a statement. */
async function accesses(): Promise<(path: readonly { id: string }[]) => 'open' | 'restricted'> {
  const restricted = await rules()
  return (path) => (path.some(({ id }) => restricted.has(id)) ? 'restricted' : 'open')
}

export async function showVersions(versions: Row<AssetVersion>[]): Promise<FileVersion[]> {
  const files = await lineages(versions.map(({ assetId }) => assetId))
  return versions.map((version) => {
    const path = written(files.get(version.assetId) ?? [])
    return answerOf(versionShape, version, { hash: version.contentId, path })
  })
}
