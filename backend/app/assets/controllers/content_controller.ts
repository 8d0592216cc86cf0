import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { Answer, type ItemInput } from '@crossdock/kernel/http'
import { contentStore } from '@crossdock/kernel/storage'
import { findAsset } from '../queries/find_asset.js'
import { findVersion } from '../queries/find_version.js'
import { listVersions } from '../queries/list_versions.js'
import type { contentQuery } from '../validators/asset.js'
import { parseRange } from './byte_range.js'
import { downloadHeaders } from './download_headers.js'
import { isNotModified, rangeApplies } from './preconditions.js'

export default class ContentController {
  async versions({ params, list }: ItemInput) {
    const { asset } = await findAsset(params.id)
    return await listVersions(asset.id, list)
  }

  async download({ http, params, query }: ItemInput<undefined, typeof contentQuery>) {
    const { asset } = await findAsset(params.id)
    const { contentId, size, mimeType, createdAt } = await findVersion(asset, query.version)
    const header = (name: string) => http.request.header(name)
    const validators = { etag: `"${contentId}"`, modifiedAt: new Date(createdAt) }
    const headers = downloadHeaders(asset.name, mimeType, validators)
    if (isNotModified(header('if-none-match'), header('if-modified-since'), validators)) {
      return new Answer(304, undefined, headers)
    }
    const asked = rangeApplies(header('if-range'), validators) ? header('range') : undefined
    const range = parseRange(asked, size)
    const { start, end } = range ?? { start: 0, end: size - 1 }
    headers['content-length'] = String(end - start + 1)
    if (range) headers['content-range'] = `bytes ${start}-${end}/${size}`
    const wanted = http.request.method() !== 'HEAD' && size > 0
    if (!wanted) await contentStore.use().assertReadable(contentId)
    const bytes = wanted
      ? await contentStore.use().read(contentId, { start, end })
      : Readable.from([])
    send(http, range ? 206 : 200, headers, bytes)
    return undefined
  }
}

function send(
  { response }: HttpContext,
  status: number,
  headers: Record<string, string>,
  bytes: Readable
): void {
  for (const [name, value] of Object.entries(headers)) response.header(name, value)
  response.status(status).stream(bytes)
}
