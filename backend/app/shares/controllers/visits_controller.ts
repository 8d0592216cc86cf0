import type { HttpContext } from '@adonisjs/core/http'
import { assetVisits, type Visited } from '@crossdock/backend/assets'
import { clientKey } from '@crossdock/kernel/limits'
import { text } from '@crossdock/kernel/ground'
import type { Input } from '@crossdock/kernel/http'
import { UploadForm } from '@crossdock/kernel/storage'
import { countUploads } from '../actions/count_use.js'
import { reportShare } from '../actions/report_share.js'
import {
  passwordsPerClient,
  passwordsPerLink,
  reportsPerClient,
  reportsPerLink,
  uploadsPerLink,
} from '../limits.js'
import type { VisitorPage } from '../pages/visitor_page.js'
import { isPassword } from '../password.js'
import { searchFolder, listFolder, mostWalked } from '../pages/folder_entries.js'
import { linkNotFound, visit, type OpenShare } from '../queries/open_share.js'
import type { folderQuery, FolderQuery, passwordForm, reportForm } from '../validators/share.js'
import { UploadMeter } from '../upload_meter.js'
import { isUnlocked, rememberUnlocked } from '../visitor_cookies.js'
import { isClosed, answerVisit } from './answer_visit.js'

const mostFiles = 100

/** The pages of a link, for anyone who has its address. Refusals are pages, too. */
export default class VisitsController {
  open({ http, params: { token } }: Input<undefined, undefined, 'token'>) {
    return answerVisit(http, token, async (open, page) => {
      const { share } = open
      if (await isClosed(http, token, share)) throw linkNotFound()
      if (!isUnlocked(http, token, share)) return page.askPassword(open)
      const visited = await assetVisits.use().find(share.assetId)
      if (share.kind === 'upload') {
        await assetVisits.use().assertReceives(share.assetId)
        return page.takeFiles(open)
      }
      if (visited.asset.type === 'file') return await page.showFile(open, visited, 1)
      return await showFolder(open, page, visited, {})
    })
  }

  unlock({ http, params: { token }, body }: Input<typeof passwordForm, undefined, 'token'>) {
    return answerVisit(http, token, async (open, page) => {
      const { share } = open
      if (await isClosed(http, token, share)) throw linkNotFound()
      if (share.password !== null && !(await checkPassword(http, open, body.password))) {
        return page.askPassword(open, text('That is not the password. Try again.'))
      }
      rememberUnlocked(http, token, share)
      return page.goTo(`/s/${token}`)
    })
  }

  /** Needs no password: a recipient may have got the link by mistake, or from a fraudster. */
  report({ http, params: { token }, body }: Input<typeof reportForm, undefined, 'token'>) {
    return answerVisit(http, token, async (open, page) => {
      if (await isClosed(http, token, open.share)) throw linkNotFound()
      await reportsPerClient.use(clientKey(http.request.ip()))
      await reportsPerLink.use(open.share.id)
      await reportShare(open.share, body)
      return page.thankForReport(open)
    })
  }

  folder({
    http,
    params: { token, id },
    query,
  }: Input<undefined, typeof folderQuery, 'token' | 'id'>) {
    return answerVisit(http, token, async (open, page) => {
      const { share } = open
      if (share.kind === 'upload' || (await isClosed(http, token, share))) throw linkNotFound()
      if (!isUnlocked(http, token, share)) return page.askPassword(open)
      const visited = await assetVisits.use().find(share.assetId, id)
      const { page: number = 1 } = query
      if (visited.asset.type === 'file') return await page.showFile(open, visited, number)
      return await showFolder(open, page, visited, query)
    })
  }

  receive({ http, params: { token } }: Input<undefined, undefined, 'token'>) {
    return answerVisit(http, token, async (open, page) => {
      const { share } = open
      if (share.kind !== 'upload') throw linkNotFound()
      if (!isUnlocked(http, token, share)) return page.askPassword(open)
      const meter = new UploadMeter(share.id)
      meter.announce(http.request.request.headers['content-length'])
      await uploadsPerLink.use(share.id)
      // The link may end during a slow upload.
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
      return page.showUploadResult(open, names, refused)
    })
  }
}

async function showFolder(
  open: OpenShare,
  page: VisitorPage,
  visited: Visited,
  query: FolderQuery
): Promise<undefined> {
  const all = await assetVisits.use().below(visited.asset.id, mostWalked)
  const { rows, total } = query.search
    ? searchFolder(all, query)
    : await listFolder(visited.asset.id, query)
  return page.showFolder(open, visited, { rows, total, all, query })
}

/** Counts an attempt before checking it, and refunds a correct one. @throws Problem 429 */
async function checkPassword(
  http: HttpContext,
  { share }: OpenShare,
  given: string
): Promise<boolean> {
  const client = `${share.id} ${clientKey(http.request.ip())}`
  await passwordsPerClient.use(client)
  await passwordsPerLink.use(share.id)
  if (!(await isPassword(given, share.password!))) return false
  await passwordsPerClient.giveBack(client)
  await passwordsPerLink.giveBack(share.id)
  return true
}
