import { conflict, notFound, text } from '@crossdock/kernel/ground'
import { assertWritable, passesThrough } from '../folder_permissions/checks.js'
import { closedFolders } from '../folder_permissions/closed.js'
import { Asset } from '../models/asset.js'
import { lineage, lineages, type Ancestor } from '../tree/lineage.js'

export interface FoundAsset {
  asset: Asset
  /** From the top level to the asset, inclusive. */
  path: Ancestor[]
}

/**
 * An asset the caller can see: not below a folder in the trash or a folder closed to the caller. A deleted asset
 * itself is found, so that the trash can show it.
 * @throws Problem 404
 */
export async function findAsset(id: string): Promise<FoundAsset> {
  const closed = await closedFolders('read')
  return assertVisible(id, await Asset.find(id), await lineage(id), closed)
}

/** As `findAsset`, for many assets: each once, in the order of first mention. */
export async function findAssets(ids: readonly string[]): Promise<FoundAsset[]> {
  return assertAllVisible(ids, await Asset.query().whereIn('id', [...new Set(ids)]))
}

/**
 * As `findAsset`, for an asset to change, locked until the transaction ends.
 * @throws Problem 404; 403 when the caller may only read
 */
export async function lockAsset(id: string): Promise<FoundAsset> {
  const asset = await Asset.query().where('id', id).forUpdate().first()
  const found = assertVisible(id, asset, await lineage(id), await closedFolders('read'))
  await assertWritable(found.path)
  return found
}

/** As `findAssets`, locked. Rows are locked in the order of ids, not of mention: this prevents deadlocks. */
export async function lockAssets(ids: readonly string[]): Promise<FoundAsset[]> {
  const rows = Asset.query().whereIn('id', [...new Set(ids)])
  const found = await assertAllVisible(ids, await rows.orderBy('id').forUpdate())
  for (const { path } of found) await assertWritable(path)
  return found
}

/** An asset to change, locked. @throws Problem 404, or 409 when it is in the trash */
export async function lockLiveAsset(id: string): Promise<FoundAsset> {
  return assertNotTrashed(await lockAsset(id))
}

/** Returns the asset unless it is in the trash itself. @throws Problem 409 */
export function assertNotTrashed(found: FoundAsset): FoundAsset {
  if (found.asset.trashedAt !== null) throw trashedProblem(found.asset.name)
  return found
}

export const trashedProblem = (name: string) =>
  conflict('E_TRASHED', text('"{name}" is in the trash. Restore it first.', { name }))

async function assertAllVisible(ids: readonly string[], rows: Asset[]): Promise<FoundAsset[]> {
  const byId = new Map(rows.map((asset) => [asset.id, asset]))
  const paths = await lineages(ids)
  const closed = await closedFolders('read')
  return [...new Set(ids)].map((id) =>
    assertVisible(id, byId.get(id) ?? null, paths.get(id) ?? [], closed)
  )
}

function assertVisible(
  id: string,
  asset: Asset | null,
  path: Ancestor[],
  closed: ReadonlySet<string>
): FoundAsset {
  // Checks only the folders above: the asset itself may have been deleted since it was read.
  const hidden = path.slice(0, -1).some(({ trashedAt }) => trashedAt !== null)
  const isShown = asset !== null && !asset.purgedAt && !passesThrough(path, closed)
  if (!isShown || (hidden && asset.trashedAt === null)) {
    throw notFound('There is no asset with the id "{id}".', id)
  }
  return { asset, path }
}

/** Names of the folders above it. */
export const foldersOf = ({ path }: FoundAsset): string[] =>
  path.slice(0, -1).map((folder) => folder.name)
