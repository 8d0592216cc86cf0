import { buffer } from 'node:stream/consumers'
import type { HttpContext } from '@adonisjs/core/http'
import { transaction } from '@crossdock/kernel/database'
import { Answer, namesTag, Problem, text, type ItemInput } from '@crossdock/kernel/http'
import { contentStore } from '@crossdock/kernel/storage'
import { wantThumbnail } from '../actions/make_thumbnail.js'
import { canBeDrawn } from '../pictures/draw.js'
import { drawPreview } from '../pictures/preview.js'
import { findAsset } from '../queries/find_asset.js'
import { findThumbnail } from '../queries/find_thumbnail.js'
import { findVersion } from '../queries/find_version.js'
import type { previewQuery, thumbnailQuery } from '../validators/asset.js'
import { harmless } from './download_headers.js'

/** What is drawn of files, for people to look at. */
export default class PicturesController {
  async thumbnail({ http, params, query }: ItemInput<undefined, typeof thumbnailQuery>) {
    const { asset } = await findAsset(params.id)
    const version = await findVersion(asset, query.version)
    const contentId = await findThumbnail(version.contentId)
    // A file from before there were any, or one whose process was lost in between.
    if (contentId === undefined) await transaction(() => wantThumbnail(version))
    if (!contentId) {
      const { name } = asset
      const message = text('There is no thumbnail of version {version} of "{name}".', {
        ...{ version: version.version, name },
      })
      throw new Problem(404, 'E_NO_THUMBNAIL', message)
    }
    const headers = pictureHeaders(contentId, query.version)
    if (isKnown(http, headers)) return new Answer(304, undefined, headers)
    return send(http, headers, await buffer(await contentStore.use().read(contentId)))
  }

  async preview({ http, params, query }: ItemInput<undefined, typeof previewQuery>) {
    const { asset } = await findAsset(params.id)
    const { contentId, mimeType, version } = await findVersion(asset, query.version)
    const { page = 1 } = query
    const headers = pictureHeaders(`${contentId}-${page}`, query.version)
    const canBe = canBeDrawn(mimeType)
    if (canBe && isKnown(http, headers)) return new Answer(304, undefined, headers)
    const drawn = canBe ? await drawPreview(contentId, page) : null
    const { name } = asset
    if (!drawn) {
      const message = text(
        'No preview can be drawn of version {version} of "{name}". Download it to look at it.',
        { version, name }
      )
      throw new Problem(404, 'E_NO_PREVIEW', message)
    }
    const { pages, picture } = drawn
    if (!picture) {
      const message = text('"{name}" has no page {page}: there are {pages}.', { name, page, pages })
      throw new Problem(404, 'E_NO_PAGE', message)
    }
    return send(http, { ...headers, 'page-count': String(pages) }, Buffer.from(picture))
  }
}

type Headers = Record<string, string> & { etag: string }

/** A version that is named never looks different. */
function pictureHeaders(tag: string, version: number | undefined): Headers {
  return {
    'content-type': 'image/webp',
    'content-disposition': 'inline',
    ...harmless,
    'cache-control': version ? 'private, max-age=604800, immutable' : 'private, no-cache',
    etag: `"${tag}"`,
  }
}

const isKnown = ({ request }: HttpContext, { etag }: Headers): boolean =>
  namesTag(request.header('if-none-match') ?? '', etag)

function send({ response }: HttpContext, headers: Headers, picture: Buffer): undefined {
  for (const [name, value] of Object.entries(headers)) response.header(name, value)
  response.status(200).send(picture)
}
