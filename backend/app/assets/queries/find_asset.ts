import { conflict, notFound, text } from '@crossdock/kernel/http'
import { assertWritable, leadsThrough } from '../folder_permissions/checks.js'
import { closedFolders } from '../folder_permissions/closed.js'
import { Asset } from '../models/asset.js'
import { lineage, lineages, type Ancestor } from './lineage.js'

export interface FoundAsset {
  asset: Asset
  /** From the top level to the asset itself. */
  path: Ancestor[]
}

/**
 * An asset the caller can see: not below a folder in the trash, nor in one that is closed to them. What was deleted
 * itself is found, so that the trash can show it.
 * @throws Problem 404
 */
export async function findAsset(id: string): Promise<FoundAsset> {
  const closed = await closedFolders('read')
  return visible(id, await Asset.find(id), await lineage(id), closed)
}

/** As `findAsset`, many at once: each once, in the order of their first mention. */
export async function findAssets(ids: readonly string[]): Promise<FoundAsset[]> {
  return allVisible(ids, await Asset.query().whereIn('id', [...new Set(ids)]))
}

/**
 * As `findAsset`, what the caller may change, and keeping others from changing it until the transaction ends.
 * @throws Problem 404; 403 where they may only read
 */
export async function lockAsset(id: string): Promise<FoundAsset> {
  const asset = await Asset.query().where('id', id).forUpdate().first()
  const found = visible(id, asset, await lineage(id), await closedFolders('read'))
  await assertWritable(found.path)
  return found
}

/**
 * As `findAssets`, locked. In the order of ids, whatever order they are named in: of two who want the
 * same one waits for the other, and never both.
 */
export async function lockAssets(ids: readonly string[]): Promise<FoundAsset[]> {
  const rows = Asset.query().whereIn('id', [...new Set(ids)])
  const found = await allVisible(ids, await rows.orderBy('id').forUpdate())
  for (const { path } of found) await assertWritable(path)
  return found
}

/** An asset that may be changed, locked. @throws Problem 404, or 409 when it is in the trash */
export async function lockLiveAsset(id: string): Promise<FoundAsset> {
  return live(await lockAsset(id))
}

/** As it is, unless it lies in the trash itself. @throws Problem 409 */
export function live(found: FoundAsset): FoundAsset {
  if (found.asset.trashedAt !== null) throw inTrash(found.asset.name)
  return found
}

export const inTrash = (name: string) =>
  conflict('E_TRASHED', text('"{name}" is in the trash. Restore it first.', { name }))

async function allVisible(ids: readonly string[], rows: Asset[]): Promise<FoundAsset[]> {
  const byId = new Map(rows.map((asset) => [asset.id, asset]))
  const paths = await lineages(ids)
  const closed = await closedFolders('read')
  return [...new Set(ids)].map((id) =>
    visible(id, byId.get(id) ?? null, paths.get(id) ?? [], closed)
  )
}

function visible(
  id: string,
  asset: Asset | null,
  path: Ancestor[],
  closed: ReadonlySet<string>
): FoundAsset {
  // By what is above it: itself it may have been deleted since it was read.
  const hidden = path.slice(0, -1).some(({ trashedAt }) => trashedAt !== null)
  const isShown = asset !== null && !asset.purgedAt && !leadsThrough(path, closed)
  if (!isShown || (hidden && asset.trashedAt === null)) {
    throw notFound('There is no asset with the id "{id}".', id)
  }
  return { asset, path }
}

/** Names of the folders it lies in. */
export const foldersOf = ({ path }: FoundAsset): string[] =>
  path.slice(0, -1).map((folder) => folder.name)
