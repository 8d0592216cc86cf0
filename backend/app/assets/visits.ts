import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '@crossdock/kernel/http'
import { receiveBeside } from './actions/receive_beside.js'
import type { AssetInfo, AssetVisits, Beginning } from './contracts/index.js'
import { sendVersion } from './controllers/send_version.js'
import { findAsset, live } from './queries/find_asset.js'
import { findFolder } from './queries/find_folder.js'
import { findVersion } from './queries/find_version.js'
import { listAssets } from './queries/list_assets.js'
import { showAsset, showAssets } from './transformers/asset.js'

/** Links are worth as much as what they lead to: nothing of it stays in caches, or is found by search engines. */
const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

/** The domain as visitors see it. */
export class Visits implements AssetVisits {
  async find(rootId: string, id = rootId) {
    const found = await findAsset(id)
    const from = found.path.findIndex((folder) => folder.id === rootId)
    // First: of what lies elsewhere not even the name is told.
    if (from < 0) throw notFound('There is no asset with the id "{id}".', id)
    const { asset, path } = live(found)
    const way = path.slice(from).map(({ id, name }) => ({ id, name }))
    return { asset: await showAsset(asset), path: way }
  }

  async assertReceives(folderId: string) {
    await findFolder(folderId)
  }

  async list(folderId: string, { offset, limit }: { offset: number; limit: number }) {
    const list = { filter: { parentId: folderId }, offset, limit }
    const page = await listAssets({ ...list, sort: { field: 'name', direction: 'asc' } })
    return page.with(await showAssets(page.rows))
  }

  async send(http: HttpContext, { id }: AssetInfo, begin: (to: Beginning) => Promise<void>) {
    const { asset } = live(await findAsset(id))
    return await sendVersion(http, asset, await findVersion(asset), { headers, begin })
  }

  receive = receiveBeside
}
