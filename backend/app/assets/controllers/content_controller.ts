import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { Answer, stillAllowed, type Input, type ItemInput } from '@crossdock/kernel/http'
import { contentStore, ContentTooLarge, RequestPieces } from '@crossdock/kernel/storage'
import { discarding } from '../actions/discarding.js'
import { assertUnchanged, replaceContent } from '../actions/replace_content.js'
import { restoreVersion } from '../actions/restore_version.js'
import { mimeTypeOf } from '../mime_type.js'
import { damagedVersions } from '../queries/damaged_versions.js'
import { findAsset } from '../queries/find_asset.js'
import { findVersion } from '../queries/find_version.js'
import { listVersions } from '../queries/list_versions.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import { shownType } from '../queries/shown_type.js'
import type { contentQuery } from '../validators/asset.js'
import { parseRange } from './byte_range.js'
import { downloadHeaders } from './download_headers.js'
import { isNotModified, rangeApplies } from './preconditions.js'

export default class ContentController {
  async versions({ params, list }: ItemInput) {
    const { asset } = await findAsset(params.id)
    return await listVersions(asset.id, list)
  }

  async damaged() {
    return { versions: await damagedVersions() }
  }

  restore({ params }: Input<undefined, undefined, 'id' | 'version'>) {
    return restoreVersion(params.id, params.version)
  }

  async download({ http, params, query }: ItemInput<undefined, typeof contentQuery>) {
    const { asset } = await findAsset(params.id)
    const { contentId, size, mimeType, createdAt } = await findVersion(asset, query.version)
    const header = (name: string) => http.request.header(name)
    const validators = { etag: `"${contentId}"`, modifiedAt: new Date(createdAt) }
    const isShown = query.disposition === 'inline'
    const shownAs = isShown ? await shownType({ contentId, size, mimeType }) : undefined
    const headers = downloadHeaders(asset.name, mimeType, validators, shownAs)
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

  async replace({ http, params }: ItemInput) {
    const ifMatch = http.request.header('if-match')
    const maxBytes = await maxUploadBytes()
    if (Number(http.request.header('content-length') ?? 0) > maxBytes) {
      throw new ContentTooLarge(maxBytes)
    }
    const { asset } = await findAsset(params.id)
    await assertUnchanged(asset, ifMatch)
    const pieces = new RequestPieces(http.request.request)
    try {
      const content = await contentStore.use().write(pieces, { maxBytes, ownPieces: true })
      await stillAllowed(http)()
      const mimeType = mimeTypeOf(asset.name, http.request.header('content-type') ?? '')
      const changed = await discarding(content, () =>
        replaceContent(asset.id, ifMatch, { mimeType, content })
      )
      return new Answer(200, changed, { etag: `"${content.id}"` })
    } catch (error) {
      pieces.drop()
      throw error
    }
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
