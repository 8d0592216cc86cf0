import type { HttpContext } from '@adonisjs/core/http'
import { Problem } from '@crossdock/kernel/ground'
import type { Answer } from '@crossdock/kernel/http'
import { hasBytesLeft } from '../actions/begun_downloads.js'
import type { Share } from '../models/share.js'
import { VisitorPage } from '../pages/visitor_page.js'
import { visit, type OpenShare } from '../queries/open_share.js'
import { isUsedUp } from '../queries/status.js'
import { lastDownloadOf } from '../visitor_cookies.js'

type Visit<Result> = (open: OpenShare, page: VisitorPage) => Promise<Result>

/** Answers a visitor's request; a refusal becomes a page with the reason. */
export async function answerVisit(
  http: HttpContext,
  token: string,
  work: Visit<Answer<undefined> | undefined>
): Promise<Answer<undefined> | undefined> {
  const page = new VisitorPage(http, token)
  let opened: OpenShare | undefined
  try {
    return await visit(token, (open) => work((opened = open), page))
  } catch (error) {
    // Server errors are logged first; then `refusalPage` shows them.
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return page.refuse(error, opened)
  }
}

/** Whether a link is used up, except for a browser whose last download has bytes left. */
export async function isClosed(http: HttpContext, token: string, share: Share): Promise<boolean> {
  if (!isUsedUp(share)) return false
  const begunId = lastDownloadOf(http, token, share)
  return begunId === null || !(await hasBytesLeft(begunId, share))
}
