import { Answer, stillAllowed, type Input, type ItemInput } from '@crossdock/kernel/http'
import { contentStore, ContentTooLarge, RequestPieces } from '@crossdock/kernel/storage'
import { discardOnFailure } from '../actions/discarding.js'
import { assertUnchanged, replaceContent } from '../actions/replace_content.js'
import { restoreVersion } from '../actions/restore_version.js'
import { recordVisit } from '../actions/visit.js'
import { readFileTime, parseFileTime } from '../file_time.js'
import { FileType } from '../mime_type.js'
import { damagedVersions } from '../queries/damaged_versions.js'
import { findAsset } from '../queries/find_asset.js'
import { findVersion } from '../queries/find_version.js'
import { listVersions } from '../queries/list_versions.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import { shownType } from '../queries/shown_type.js'
import { assertFitsQuota } from '../storage_quota.js'
import type { contentQuery, replaceQuery } from '../validators/asset.js'
import { sendVersion } from './send_version.js'
import { sendZip } from './zip_controller.js'

/**
 * Larger bodies are checked against the quota before they are read. For smaller ones the check costs more
 * than reading.
 */
const largeBytes = 256 * 1024

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
    if (asset.type === 'folder' && query.version === undefined) {
      return await sendZip(http, [asset.id])
    }
    const version = await findVersion(asset, query.version)
    const shownAs = query.disposition === 'inline' ? await shownType(version) : undefined
    return await sendVersion(http, asset, version, {
      shownAs,
      begin: () => recordVisit(asset.id, http.logger),
    })
  }

  async replace({ http, params, query }: ItemInput<undefined, typeof replaceQuery>) {
    const ifMatch = http.request.header('if-match')
    const asked = parseFileTime(query.fileModifiedAt)
    // rclone, ownCloud and Nextcloud send this header with a PUT.
    const fileModifiedAt = asked ?? readFileTime(http.request.header('x-oc-mtime'))
    const maxBytes = await maxUploadBytes()
    const declared = Number(http.request.header('content-length') ?? 0)
    if (declared > maxBytes) throw new ContentTooLarge(maxBytes)
    if (declared > largeBytes) await assertFitsQuota(declared)
    const { asset } = await findAsset(params.id)
    await assertUnchanged(asset, ifMatch)
    const pieces = new RequestPieces(http.request.request)
    try {
      const type = new FileType(asset.name, http.request.header('content-type') ?? '')
      const bytes = type.through(pieces)
      const content = await contentStore.use().write(bytes, { maxBytes, ownPieces: true })
      await stillAllowed(http)()
      const mimeType = await type.found()
      const changed = await discardOnFailure(content, () =>
        replaceContent(asset.id, ifMatch, { mimeType, content, fileModifiedAt })
      )
      return new Answer(200, changed, { etag: `"${content.id}"` })
    } catch (error) {
      pieces.drop()
      throw error
    }
  }
}
