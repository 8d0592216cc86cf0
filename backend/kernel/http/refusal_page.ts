import type { HttpContext } from '@adonisjs/core/http'
import type { Problem } from '../ground/problem.js'

/**
 * Shows a person at a browser why they are refused.
 * @param body what they sent, unchecked, so that a form can keep it; undefined where it was not read
 */
export type RefusalPage = (http: HttpContext, problem: Problem, body?: unknown) => Promise<void>

const pages = new WeakMap<HttpContext, RefusalPage>()

/** Remembers how the operation of a request refuses: what reads the request may refuse it, long before its controller. */
export function noteRefusalPage(http: HttpContext, page: RefusalPage | undefined): void {
  if (page) pages.set(http, page)
}

/** The page a request is refused by; undefined for programs, and for those to whom both are alike. */
export const refusalPageOf = (http: HttpContext): RefusalPage | undefined =>
  http.request.accepts(['json', 'html']) === 'html' ? pages.get(http) : undefined
