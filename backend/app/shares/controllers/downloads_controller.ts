import type { HttpContext } from '@adonisjs/core/http'
import { assetVisits, type Beginning } from '@crossdock/backend/assets'
import { clientKey, Problem, text, type Input } from '@crossdock/kernel/http'
import { giveBackBytes, isGoingOn, takeBytes } from '../actions/begun_downloads.js'
import { takeProbe } from '../actions/count_use.js'
import { previewsPerClient, previewsPerLink, zipsPerClient } from '../limits.js'
import type { Share } from '../models/share.js'
import { gone, visit, type OpenShare } from '../queries/open_share.js'
import { isUsedUp } from '../queries/status.js'
import { noteRunning } from '../running_downloads.js'
import { noteUnsent } from '../unsent_bytes.js'
import type { previewQuery } from '../validators/share.js'
import { begunBy, isUnlocked, rememberBegun, type Begun, type Place } from '../visitor_cookies.js'
import { served } from './served.js'

type Asked = Input<undefined, undefined, 'token' | 'id'>

/** The bytes that a link gives to its visitors. */
export default class DownloadsController {
  file({ http, params: { token, id } }: Asked) {
    return served(http, token, async (open, page) => {
      const { share } = open
      const download = await downloadOf(http, token, share, `files/${id}`)
      if (!isUnlocked(http, token, share)) return page.askPassword(open)
      const { asset } = await assetVisits.use().find(share.assetId, id)
      if (asset.type === 'folder') throw gone()
      return await assetVisits.use().send(http, asset, async (beginning) => {
        const { contentId, size, length, reachesEnd } = beginning
        noteRunning(share.id, beginning.bytes)
        const isBegun = download.begun?.contentId === contentId
        if (!isBegun && !reachesEnd && (await takeProbe(share, size, length))) return
        await count(download, beginning, asset)
      })
    })
  }

  zip({ http, params: { token, id } }: Asked) {
    return served(http, token, async (open, page) => {
      const { share } = open
      const download = await downloadOf(http, token, share, `zip/${id}`)
      if (!isUnlocked(http, token, share)) return page.askPassword(open)
      await zipsPerClient.use(clientOf(http, share))
      const { asset } = await assetVisits.use().find(share.assetId, id)
      if (asset.type === 'file') throw gone()
      return await assetVisits.use().sendZip(http, asset, {
        // The link may end, or lose a folder, while its bytes are sent.
        inPresent: (work) => visit(token, work),
        begin: async (beginning) => {
          noteRunning(share.id, beginning.bytes)
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
    return served(http, token, async (open) => {
      const asset = await pictured(http, token, open, id)
      await previewsPerClient.use(clientOf(http, open.share))
      await previewsPerLink.use(open.share.id)
      return await assetVisits.use().sendPreview(http, asset, page)
    })
  }

  thumbnail({ http, params: { token, id } }: Asked) {
    return served(http, token, async (open) =>
      assetVisits.use().sendThumbnail(http, await pictured(http, token, open, id))
    )
  }
}

/** A file whose picture a visitor may see. @throws Problem 404 */
async function pictured(http: HttpContext, token: string, open: OpenShare, id: string) {
  const { share } = open
  if (!open.mayPreview || !isUnlocked(http, token, share)) throw gone()
  const { asset } = await assetVisits.use().find(share.assetId, id)
  if (asset.type === 'folder') throw gone()
  return asset
}

/** A download that a visitor asks for. */
interface Download {
  http: HttpContext
  token: string
  share: Share
  place: Place
  /** What the same browser may go on with. */
  begun: Begun | null
}

/** Before the password is asked for, and before a file says anything of itself. @throws Problem 404, 409 */
async function downloadOf(
  http: HttpContext,
  token: string,
  share: Share,
  place: Place
): Promise<Download> {
  if (share.kind === 'upload') throw gone()
  if (isPrefetch(http)) throw notAsked()
  const begun = begunBy(http, token, share, place)
  if (isUsedUp(share) && !(begun && (await isGoingOn(begun.id, share)))) throw gone()
  return { http, token, share, place, begun }
}

/** Counts a download, or takes its bytes out of what is left of the one it goes on with. @throws Problem 404 */
async function count(
  { http, token, share, place, begun }: Download,
  beginning: Beginning,
  { id, name }: { id: string; name: string }
): Promise<void> {
  const { contentId, size, length } = beginning
  const begunId = begun?.contentId === contentId ? begun.id : null
  const taken = await takeBytes(share, { file: { id, name, size }, length, begunId })
  if (taken !== begunId) rememberBegun(http, token, share, place, { id: taken, contentId })
  noteUnsent(beginning, (unsent) => giveBackBytes(taken, unsent))
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
