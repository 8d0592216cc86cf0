import { buffer } from 'node:stream/consumers'
import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '@crossdock/kernel/ground'
import { Page } from '@crossdock/kernel/lists'
import { contentStore } from '@crossdock/kernel/storage'
import { receiveFiles } from './actions/receive_files.js'
import type {
  AllBelow,
  AssetVisits,
  Beginning,
  Below,
  VisitOrder,
  ZipOptions,
} from './contracts/index.js'
import type { AssetInfo } from './contracts/asset_info.js'
import { sendPreview, sendThumbnail } from './controllers/send_picture.js'
import { sendVersion } from './controllers/send_version.js'
import { sendZip } from './controllers/zip_controller.js'
import { closedFolders } from './folder_permissions/closed.js'
import { canBeDrawn } from './pictures/draw.js'
import { findAsset, assertNotTrashed } from './queries/find_asset.js'
import { findFolder } from './queries/find_folder.js'
import { findVersion } from './queries/find_version.js'
import { listAssets } from './queries/list_assets.js'
import { groupByParent, shownBelow, type ShownEntry } from './queries/shown_below.js'
import { shownType } from './queries/shown_type.js'
import { showAsset, showAssets } from './transformers/asset.js'

/** A link's content must not be stored by caches or indexed by search engines. */
const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

type Id = Pick<AssetInfo, 'id'>

/** See `AssetVisits`. */
export class Visits implements AssetVisits {
  async find(rootId: string, id = rootId) {
    const found = await findAsset(id)
    const from = found.path.findIndex((folder) => folder.id === rootId)
    // Check this first: the error must not contain the name of an asset elsewhere.
    if (from < 0) throw notFound('There is no asset with the id "{id}".', id)
    const { asset, path } = assertNotTrashed(found)
    const way = path.slice(from).map(({ id, name }) => ({ id, name }))
    return { asset: await showAsset(asset), path: way }
  }

  async assertReceives(folderId: string) {
    await findFolder(folderId)
  }

  async list(
    folderId: string,
    { offset, limit, order }: { offset: number; limit: number; order: VisitOrder }
  ) {
    const part = (type: 'folder' | 'file', offset: number, limit: number) =>
      listAssets({ filter: { parentId: folderId, type }, offset, limit, sort: order })
    const folders = await part('folder', offset, limit)
    const left = limit - folders.rows.length
    // Read at least one file, because the answer includes the total.
    const files = await part('file', Math.max(0, offset - folders.total), Math.max(1, left))
    const rows = [...(await showAssets(folders.rows)), ...(await showAssets(files.rows))]
    return new Page(rows.slice(0, limit), folders.total + files.total, offset)
  }

  async below(folderId: string, most: number): Promise<AllBelow> {
    const found = await shownBelow(folderId, most)
    const below = groupByParent(found, await closedFolders('read'))
    const entries: Below[] = []
    const folders = [folderId]
    for (const id of folders) {
      for (const entry of below.get(id) ?? []) {
        entries.push(toBelow(entry, id))
        if (entry.type === 'folder') folders.push(entry.id)
      }
    }
    return { entries, isCut: found.length > most }
  }

  async send(http: HttpContext, { id }: AssetInfo, begin: (to: Beginning) => Promise<void>) {
    const { asset, version } = await this.#file(id)
    return await sendVersion(http, asset, version, { headers, begin })
  }

  sendZip(http: HttpContext, { id }: Id, options: ZipOptions) {
    return sendZip(http, [id], { ...options, headers })
  }

  async sendPreview(http: HttpContext, { id }: Id, page: number) {
    return await sendPreview(http, { ...(await this.#file(id)), headers }, page)
  }

  async sendThumbnail(http: HttpContext, { id }: Id) {
    return await sendThumbnail(http, { ...(await this.#file(id)), headers })
  }

  canBeDrawn({ mimeType }: Pick<AssetInfo, 'mimeType'>) {
    return canBeDrawn(mimeType)
  }

  async textOf({ id }: Id, most: number) {
    const { version } = await this.#file(id)
    if (!(await shownType(version))?.startsWith('text/plain')) return null
    const isCut = version.size > most
    if (version.size === 0) return { text: '', isCut }
    const range = { start: 0, end: Math.min(version.size, most) - 1 }
    const bytes = await buffer(await contentStore.use().read(version.contentId, range))
    // `stream` leaves out a last character that is cut.
    return { text: new TextDecoder().decode(bytes, { stream: isCut }), isCut }
  }

  receive = receiveFiles

  async #file(id: string) {
    const { asset } = assertNotTrashed(await findAsset(id))
    return { asset, version: await findVersion(asset) }
  }
}

const toBelow = (entry: ShownEntry, parentId: string): Below => {
  const { id, name, type, mimeType, size, fileModifiedAt, writtenAt, createdAt } = entry
  const changedAt = new Date(fileModifiedAt ?? writtenAt ?? createdAt).toISOString()
  return { id, parentId, name, type, mimeType, size, changedAt }
}
