import { buffer } from 'node:stream/consumers'
import type { HttpContext } from '@adonisjs/core/http'
import { transaction } from '@crossdock/kernel/database'
import { Answer, namesTag } from '@crossdock/kernel/http'
import { Problem, text, type Text } from '@crossdock/kernel/ground'
import { contentStore } from '@crossdock/kernel/storage'
import { enqueueThumbnail } from '../actions/make_thumbnail.js'
import type { Asset } from '../models/asset.js'
import type { AssetVersion } from '../models/asset_version.js'
import { canBeDrawn } from '../pictures/draw.js'
import type { Reason } from '../pictures/picture_main.js'
import { drawPreview } from '../pictures/preview.js'
import { findThumbnail } from '../pictures/find_thumbnail.js'
import { safeHeaders } from '../safe_headers.js'

/** The version to draw, and cache headers for its picture. */
interface Drawn {
  asset: Pick<Asset, 'name'>
  version: AssetVersion
  headers: Record<string, string>
}

/** Answers with the thumbnail of a version. @throws Problem 404 when there is none */
export async function sendThumbnail(http: HttpContext, { asset, version, ...drawn }: Drawn) {
  const thumbnail = await findThumbnail(version.contentId)
  // The file is older than thumbnails, or its drawing process crashed.
  if (!thumbnail) await transaction(() => enqueueThumbnail(version))
  const contentId = thumbnail?.contentId
  if (!contentId) {
    const { name } = asset
    const message = text('There is no thumbnail of version {version} of "{name}".', {
      version: version.version,
      name,
    })
    throw new Problem(404, 'E_NO_THUMBNAIL', message)
  }
  const headers = pictureHeaders(contentId, drawn.headers)
  if (isKnown(http, headers)) return new Answer(304, undefined, headers)
  return send(http, headers, await buffer(await contentStore.use().read(contentId)))
}

/** Answers with a picture of a page of a version. @throws Problem 404 when it cannot be drawn, 503 */
export async function sendPreview(http: HttpContext, drawn: Drawn, page: number) {
  const { contentId, mimeType, version } = drawn.version
  const headers = pictureHeaders(`${contentId}-${page}`, drawn.headers)
  const canBe = canBeDrawn(mimeType)
  if (canBe && isKnown(http, headers)) return new Answer(304, undefined, headers)
  const outcome = canBe ? await drawPreview(contentId, page) : { impossible: 'format' as const }
  const { name } = drawn.asset
  if (!('pages' in outcome)) {
    const reason = 'impossible' in outcome ? outcome.impossible : 'format'
    const { template, params } = noPreview[reason]({ name, version })
    throw new Problem(404, 'E_NO_PREVIEW', { template, params: { ...params, reason } })
  }
  // A file with a preview also gets a thumbnail, even if the server never tried to draw one.
  if (!(await findThumbnail(contentId))) await transaction(() => enqueueThumbnail(drawn.version))
  const { pages } = outcome
  const picture = 'picture' in outcome ? outcome.picture : undefined
  if (!picture) {
    const message = text('"{name}" has no page {page}: there are {pages}.', { name, page, pages })
    throw new Problem(404, 'E_NO_PAGE', message)
  }
  return send(http, { ...headers, 'page-count': String(pages) }, Buffer.from(picture))
}

interface Named {
  name: string
  version: number
}

/** Why a version has no preview, and what the person can do. */
const noPreview: Record<Reason, (named: Named) => Text> = {
  password: (named) =>
    text(
      'Version {version} of "{name}" has no preview: it is protected by a password. Download it and open it with the password.',
      named
    ),
  too_large: (named) =>
    text(
      'Version {version} of "{name}" has no preview: it is too large to be drawn. Download it to look at it.',
      named
    ),
  format: (named) =>
    text(
      'Version {version} of "{name}" has no preview: this server cannot draw its format. Download it to look at it.',
      named
    ),
  damaged: (named) =>
    text(
      'Version {version} of "{name}" has no preview: it is damaged or incomplete. Upload the file again if you have it.',
      named
    ),
}

type Headers = Record<string, string> & { etag: string }

const pictureHeaders = (tag: string, headers: Record<string, string>): Headers => ({
  'content-type': 'image/webp',
  'content-disposition': 'inline',
  ...safeHeaders,
  ...headers,
  etag: `"${tag}"`,
})

const isKnown = ({ request }: HttpContext, { etag }: Headers): boolean =>
  namesTag(request.header('if-none-match') ?? '', etag)

function send({ response }: HttpContext, headers: Headers, picture: Buffer): undefined {
  for (const [name, value] of Object.entries(headers)) response.header(name, value)
  response.status(200).send(picture)
}
