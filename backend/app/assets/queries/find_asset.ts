import { conflict, notFound, text } from '@crossdock/kernel/http'
import { Asset } from '../models/asset.js'
import { lineage, type Ancestor } from './lineage.js'

export interface FoundAsset {
  asset: Asset
  /** From the top level to the asset itself. */
  path: Ancestor[]
}

/**
 * An asset people can see: not below a folder in the trash. What was deleted itself is found, so
 * that the trash can show it.
 * @throws Problem 404
 */
export async function findAsset(id: string): Promise<FoundAsset> {
  return await visible(id, await Asset.find(id))
}

/** As `findAsset`, keeping others from changing it until the transaction ends. */
export async function lockAsset(id: string): Promise<FoundAsset> {
  return await visible(id, await Asset.query().where('id', id).forUpdate().first())
}

/** An asset that may be changed, locked. @throws Problem 404, or 409 when it is in the trash */
export async function lockLiveAsset(id: string): Promise<FoundAsset> {
  const found = await lockAsset(id)
  if (found.asset.trashedAt !== null) {
    const { name } = found.asset
    throw conflict('E_TRASHED', text('"{name}" is in the trash. Restore it first.', { name }))
  }
  return found
}

async function visible(id: string, asset: Asset | null): Promise<FoundAsset> {
  if (asset === null) throw notFound('There is no asset with the id "{id}".', id)
  const path = await lineage(id)
  const hidden = path.some(({ trashedAt }) => trashedAt !== null)
  if (hidden && asset.trashedAt === null)
    throw notFound('There is no asset with the id "{id}".', id)
  return { asset, path }
}
