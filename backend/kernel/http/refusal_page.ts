import type { HttpContext } from '@adonisjs/core/http'
import type { Problem } from '../ground/problem.js'

/**
 * Shows a person in a browser why the request was refused.
 * @param body the submitted data, not validated, so that a form can keep it; undefined if it was not read
 */
export type RefusalPage = (http: HttpContext, problem: Problem, body?: unknown) => Promise<void>

const pages = new WeakMap<HttpContext, RefusalPage>()

/**
 * Stores the refusal page of an operation early: the body reader may refuse the request before the controller
 * runs.
 */
export function noteRefusalPage(http: HttpContext, page: RefusalPage | undefined): void {
  if (page) pages.set(http, page)
}

/** The page for a refused request; undefined for programs and for clients that accept both. */
export const refusalPageOf = (http: HttpContext): RefusalPage | undefined =>
  http.request.accepts(['json', 'html']) === 'html' ? pages.get(http) : undefined
