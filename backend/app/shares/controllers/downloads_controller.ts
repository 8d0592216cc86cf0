import type { HttpContext } from '@adonisjs/core/http'
import { assetVisits, type Beginning } from '@crossdock/backend/assets'
import { clientKey } from '@crossdock/kernel/limits'
import { Problem, text } from '@crossdock/kernel/ground'
import type { Input } from '@crossdock/kernel/http'
import { returnBytes, hasBytesLeft, reserveBytes } from '../actions/begun_downloads.js'
import { reserveProbe } from '../actions/count_use.js'
import { previewsPerClient, previewsPerLink, zipsPerClient } from '../limits.js'
import type { Share } from '../models/share.js'
import { linkNotFound, visit, type OpenShare } from '../queries/open_share.js'
import { isUsedUp } from '../queries/status.js'
import { trackDownload } from '../running_downloads.js'
import { returnUnsent } from '../unsent_bytes.js'
import type { previewQuery } from '../validators/share.js'
import {
  findBegunDownload,
  isUnlocked,
  rememberBegun,
  type CountedDownload,
  type DownloadPath,
} from '../visitor_cookies.js'
import { answerVisit } from './answer_visit.js'

type Asked = Input<undefined, undefined, 'token' | 'id'>

/** The downloads of a link. */
export default class DownloadsController {
  file({ http, params: { token, id } }: Asked) {
    return answerVisit(http, token, async (open, page) => {
      const { share } = open
      const download = await downloadOf(http, token, share, `files/${id}`)
      if (!isUnlocked(http, token, share)) return page.askPassword(open)
      const { asset } = await assetVisits.use().find(share.assetId, id)
      if (asset.type === 'folder') throw linkNotFound()
      return await assetVisits.use().send(http, asset, async (beginning) => {
        const { contentId, size, length, reachesEnd } = beginning
        trackDownload(share.id, beginning.bytes)
        const isBegun = download.begun?.contentId === contentId
        if (!isBegun && !reachesEnd && (await reserveProbe(share, size, length))) return
        await count(download, beginning, asset)
      })
    })
  }

  zip({ http, params: { token, id } }: Asked) {
    return answerVisit(http, token, async (open, page) => {
      const { share } = open
      const download = await downloadOf(http, token, share, `zip/${id}`)
      if (!isUnlocked(http, token, share)) return page.askPassword(open)
      await zipsPerClient.use(clientOf(http, share))
      const { asset } = await assetVisits.use().find(share.assetId, id)
      if (asset.type === 'file') throw linkNotFound()
      return await assetVisits.use().sendZip(http, asset, {
        // The link may end, or lose a folder, while its bytes are sent.
        inPresent: (work) => visit(token, work),
        begin: async (beginning) => {
          trackDownload(share.id, beginning.bytes)
          await count(download, beginning, { id, name: `${asset.name}.zip` })
        },
      })
    })
  }

  preview({
    http,
    params: { token, id },
    query: { page = 1 },
  }: Input<undefined, typeof previewQuery, 'token' | 'id'>) {
    return answerVisit(http, token, async (open) => {
      const asset = await findPicturedFile(http, token, open, id)
      await previewsPerClient.use(clientOf(http, open.share))
      await previewsPerLink.use(open.share.id)
      return await assetVisits.use().sendPreview(http, asset, page)
    })
  }

  thumbnail({ http, params: { token, id } }: Asked) {
    return answerVisit(http, token, async (open) =>
      assetVisits.use().sendThumbnail(http, await findPicturedFile(http, token, open, id))
    )
  }
}

/** A file whose picture a visitor may see. @throws Problem 404 */
async function findPicturedFile(http: HttpContext, token: string, open: OpenShare, id: string) {
  const { share } = open
  if (!open.mayPreview || !isUnlocked(http, token, share)) throw linkNotFound()
  const { asset } = await assetVisits.use().find(share.assetId, id)
  if (asset.type === 'folder') throw linkNotFound()
  return asset
}

/** A download that a visitor requests. */
interface Download {
  http: HttpContext
  token: string
  share: Share
  place: DownloadPath
  /** The counted download that this browser may continue. */
  begun: CountedDownload | null
}

/**
 * Checks a download before the password is asked and anything about the file is revealed.
 * @throws Problem 404, 409
 */
async function downloadOf(
  http: HttpContext,
  token: string,
  share: Share,
  place: DownloadPath
): Promise<Download> {
  if (share.kind === 'upload') throw linkNotFound()
  if (isPrefetch(http)) throw notAsked()
  const begun = findBegunDownload(http, token, share, place)
  if (isUsedUp(share) && !(begun && (await hasBytesLeft(begun.id, share)))) throw linkNotFound()
  return { http, token, share, place, begun }
}

/** Counts a new download, or reserves bytes of the continued one. @throws Problem 404 */
async function count(
  { http, token, share, place, begun }: Download,
  beginning: Beginning,
  { id, name }: { id: string; name: string }
): Promise<void> {
  const { contentId, size, length } = beginning
  const begunId = begun?.contentId === contentId ? begun.id : null
  const taken = await reserveBytes(share, { file: { id, name, size }, length, begunId })
  if (taken !== begunId) rememberBegun(http, token, share, place, { id: taken, contentId })
  returnUnsent(beginning, (unsent) => returnBytes(taken, unsent))
}

const clientOf = (http: HttpContext, share: Share): string =>
  `${share.id} ${clientKey(http.request.ip())}`

/** Browsers mark a prefetch with one of four headers. */
const isPrefetch = ({ request }: HttpContext): boolean =>
  ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'].some((name) =>
    /prefetch|preview/i.test(request.header(name) ?? '')
  )

const notAsked = () =>
  new Problem(
    409,
    'E_PREFETCH',
    text('A download begins when a person asks for it. Open the link to download the file.')
  )
