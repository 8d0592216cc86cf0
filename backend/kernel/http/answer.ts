import type { HttpContext } from '@adonisjs/core/http'
import type { Operation } from './operation.js'
import { Page } from './page.js'

/** An answer whose status differs from the operation's usual one. */
export class Answer {
  constructor(
    readonly status: number,
    readonly body?: unknown,
    readonly headers: Record<string, string> = {}
  ) {}
}

function json(http: HttpContext, status: number, body: unknown): void {
  http.response
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

function contentRange(resource: string, { rows, offset, total }: Page<unknown>): string {
  return rows.length === 0
    ? `${resource} */${total}`
    : `${resource} ${offset}-${offset + rows.length - 1}/${total}`
}

/** Writes what a controller returned: a page, an Answer, a value, or nothing (204, or a stream it set). */
export function respond(operation: Operation, http: HttpContext, result: unknown): void {
  if (result instanceof Page) {
    const resource = operation.list?.resource ?? 'items'
    http.response.header('content-range', contentRange(resource, result))
    return json(http, 200, result.rows)
  }
  if (result instanceof Answer) {
    for (const [name, value] of Object.entries(result.headers)) http.response.header(name, value)
    if (result.body !== undefined) return json(http, result.status, result.body)
    return void http.response.status(result.status).send(null)
  }
  if (result !== undefined) return json(http, operation.status ?? 200, result)
  if (!http.response.hasLazyBody) http.response.status(operation.status ?? 204).send(null)
}
