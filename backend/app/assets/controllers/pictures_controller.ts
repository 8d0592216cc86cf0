import type { ItemInput } from '@crossdock/kernel/http'
import { findAsset } from '../queries/find_asset.js'
import { findVersion } from '../queries/find_version.js'
import type { previewQuery, thumbnailQuery } from '../validators/asset.js'
import { sendPreview, sendThumbnail } from './send_picture.js'

/** Thumbnails and previews of files. */
export default class PicturesController {
  async thumbnail({ http, params, query }: ItemInput<undefined, typeof thumbnailQuery>) {
    const { asset } = await findAsset(params.id)
    const version = await findVersion(asset, query.version)
    return await sendThumbnail(http, { asset, version, headers: cacheHeaders(query.version) })
  }

  async preview({ http, params, query }: ItemInput<undefined, typeof previewQuery>) {
    const { asset } = await findAsset(params.id)
    const version = await findVersion(asset, query.version)
    const { page = 1 } = query
    return await sendPreview(http, { asset, version, headers: cacheHeaders(query.version) }, page)
  }
}

/** The picture of a version never changes, so a request that names the version may be cached for long. */
const cacheHeaders = (version: number | undefined) => ({
  'cache-control': version ? 'private, max-age=604800, immutable' : 'private, no-cache',
})
