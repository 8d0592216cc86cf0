import type { HttpContext } from '@adonisjs/core/http'
import { assetVisits, type Beginning, type Visited } from '@crossdock/backend/assets'
import { clientKey, Problem, text, type Answer, type Input } from '@crossdock/kernel/http'
import { UploadForm } from '@crossdock/kernel/storage'
import { giveBackBytes, isGoingOn, takeBytes } from '../actions/begun_downloads.js'
import { countUploads, takeProbe } from '../actions/count_use.js'
import { passwordsPerClient, passwordsPerLink, uploadsPerLink } from '../limits.js'
import { VisitorPage } from '../pages/visitor_page.js'
import type { Share } from '../models/share.js'
import { isPassword } from '../password.js'
import { gone, visit, type OpenShare } from '../queries/open_share.js'
import { isUsedUp } from '../queries/status.js'
import { noteRunning } from '../running_downloads.js'
import type { folderQuery, passwordForm } from '../validators/share.js'
import { noteUnsent } from '../unsent_bytes.js'
import { UploadMeter } from '../upload_meter.js'
import {
  begunBy,
  isUnlocked,
  lastBegunBy,
  rememberBegun,
  rememberUnlocked,
} from '../visitor_cookies.js'

/** Entries of a folder on one page. */
const perPage = 200
const mostFiles = 100

type Visit<Result> = (open: OpenShare, page: VisitorPage) => Promise<Result>

/** Whoever has a link, whom nobody knows. What is refused is said on a page, like everything else. */
export default class VisitsController {
  open({ http, params: { token } }: Input<undefined, undefined, 'token'>) {
    return served(http, token, async (open, page) => {
      const { share } = open
      if (await isClosed(http, token, share)) throw gone()
      if (!isUnlocked(http, token, share)) return page.askPassword(open)
      const visited = await assetVisits.use().find(share.assetId)
      if (share.kind === 'upload') {
        await assetVisits.use().assertReceives(share.assetId)
        return page.takeFiles(open)
      }
      if (visited.asset.type === 'file') return page.showFile(open, visited.asset)
      return await showFolder(open, page, visited, 1)
    })
  }

  unlock({ http, params: { token }, body }: Input<typeof passwordForm, undefined, 'token'>) {
    return served(http, token, async (open, page) => {
      const { share } = open
      if (await isClosed(http, token, share)) throw gone()
      if (share.password !== null && !(await isRight(http, open, body.password))) {
        return page.askPassword(open, text('That is not the password. Try again.'))
      }
      rememberUnlocked(http, token, share)
      return page.goTo(`/s/${token}`)
    })
  }

  folder({
    http,
    params: { token, id },
    query,
  }: Input<undefined, typeof folderQuery, 'token' | 'id'>) {
    return served(http, token, async (open, page) => {
      const { share } = open
      if (share.kind === 'upload' || (await isClosed(http, token, share))) throw gone()
      if (!isUnlocked(http, token, share)) return page.askPassword(open)
      const visited = await assetVisits.use().find(share.assetId, id)
      if (visited.asset.type === 'file') return page.showFile(open, visited.asset)
      return await showFolder(open, page, visited, query.page ?? 1)
    })
  }

  file({ http, params: { token, id } }: Input<undefined, undefined, 'token' | 'id'>) {
    return served(http, token, async (open, page) => {
      const { share } = open
      if (share.kind === 'upload') throw gone()
      if (isPrefetch(http)) throw notAsked()
      const begun = begunBy(http, token, share, id)
      // Before the password is asked for, and before the file says anything of itself.
      if (isUsedUp(share) && !(begun && (await isGoingOn(begun.id, share)))) throw gone()
      if (!isUnlocked(http, token, share)) return page.askPassword(open)
      const { asset } = await assetVisits.use().find(share.assetId, id)
      if (asset.type === 'folder') throw gone()
      return await assetVisits.use().send(http, asset, async (beginning: Beginning) => {
        const { contentId, size, length, reachesEnd } = beginning
        noteRunning(share.id, beginning.bytes)
        const begunId = begun?.contentId === contentId ? begun.id : null
        if (begunId === null && !reachesEnd && (await takeProbe(share, size, length))) return
        const file = { id, name: asset.name, size }
        const taken = await takeBytes(share, { file, length, begunId })
        if (taken !== begunId) rememberBegun(http, token, share, id, { id: taken, contentId })
        noteUnsent(beginning, (unsent) => giveBackBytes(taken, unsent))
      })
    })
  }

  receive({ http, params: { token } }: Input<undefined, undefined, 'token'>) {
    return served(http, token, async (open, page) => {
      const { share } = open
      if (share.kind !== 'upload') throw gone()
      if (!isUnlocked(http, token, share)) return page.askPassword(open)
      const meter = new UploadMeter(share.id)
      meter.announce(http.request.request.headers['content-length'])
      await uploadsPerLink.use(share.id)
      // Sending may take as long as its sender likes, and the link may end meanwhile.
      const stillOpen = () => visit(token, async () => {})
      const form = new UploadForm(http.request.request, 'file', stillOpen, mostFiles, [])
      const names: string[] = []
      const refused = await assetVisits.use().receive(form, share.assetId, {
        taken: (length) => meter.take(length),
        also: async (made) => {
          names.splice(0, names.length, ...made.map(({ name }) => name))
          await countUploads(
            share,
            made.map(({ id }) => id)
          )
        },
      })
      return page.thank(open, names, refused)
    })
  }
}

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

/** Whether a link is used up. It stays open to a browser whose last download has bytes left. */
async function isClosed(http: HttpContext, token: string, share: Share): Promise<boolean> {
  if (!isUsedUp(share)) return false
  const begunId = lastBegunBy(http, token, share)
  return begunId === null || !(await isGoingOn(begunId, share))
}

async function showFolder(open: OpenShare, page: VisitorPage, visited: Visited, number: number) {
  const offset = (number - 1) * perPage
  const entries = await assetVisits.use().list(visited.asset.id, { offset, limit: perPage })
  return page.showFolder(open, visited, { entries, number, perPage })
}

/** Tries are counted before they are looked at, and good ones are given back. @throws Problem 429 */
async function isRight(http: HttpContext, { share }: OpenShare, given: string): Promise<boolean> {
  const client = `${share.id} ${clientKey(http.request.ip())}`
  await passwordsPerClient.use(client)
  await passwordsPerLink.use(share.id)
  if (!(await isPassword(given, share.password!))) return false
  await passwordsPerClient.giveBack(client)
  await passwordsPerLink.giveBack(share.id)
  return true
}

/** Has a visit answered, be it by a page that says what is wrong. */
async function served(
  http: HttpContext,
  token: string,
  work: Visit<Answer<undefined> | undefined>
): Promise<Answer<undefined> | undefined> {
  const page = new VisitorPage(http, token)
  try {
    return await visit(token, (open) => work(open, page))
  } catch (error) {
    // Shown by `refusalPage`, once the log was told of it.
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return page.refuse(error)
  }
}
