import { ExceptionHandler, type HttpContext } from '@adonisjs/core/http'
import { faultBehindCommit } from '../database/behind_commit.js'
import { isUniqueViolation } from '../database/database.js'
import { faultProblem } from '../database/faults.js'
import { isOutage } from '../database/outage.js'
import { runInContext } from '../ground/context.js'
import { peekCall } from './call.js'
import { loggable } from './loggable.js'
import { nothingThere, Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { showProblem } from './problem_answer.js'
import { refusalPageOf } from './refusal_page.js'
import { tellRefusal } from './refusals.js'

function toProblem(error: unknown, http: HttpContext): Problem {
  if (error instanceof Problem) return error
  const { status, code } = error as { status?: number; code?: string }
  if (code === 'E_ROUTE_NOT_FOUND') {
    return nothingThere()
  }
  // Two requests raced past the same check; the database kept one of them.
  if (isUniqueViolation(error)) {
    return new Problem(409, 'E_CONFLICT', text('Something with the same name exists already.'))
  }
  if (status && status >= 400 && status < 500) {
    return new Problem(status, code ?? 'E_REQUEST', text('The request cannot be answered.'))
  }
  const fault = faultBehind(error, http) ?? faultProblem(error)
  if (fault) return fault
  return new Problem(500, 'E_INTERNAL', text('Something went wrong on our side. Try again.'), {
    cause: error,
  })
}

/** Refused because of a crowd, or of a moment that passes, by whoever knows when to try again: no fault to look for. */
const isOnlyNow = (error: unknown): error is Problem =>
  error instanceof Problem &&
  error.status === 503 &&
  error.cause === undefined &&
  'retry-after' in error.headers

/** Storage that a tenant may not have more of: the caller's to know, and no fault of ours. */
const isQuota = (error: unknown): boolean =>
  error instanceof Problem && error.status === 507 && error.cause === undefined

/** Of what changes something: a reader may have noted that it was here, and nothing else. */
function faultBehind(error: unknown, http: HttpContext): Problem | undefined {
  const call = peekCall(http)
  const reads = ['GET', 'HEAD'].includes(http.request.method())
  return call && !reads ? faultBehindCommit(error, call.context) : undefined
}

/** Answers every error as application/problem+json (RFC 9457), or by a page, and logs only our own faults. */
export default class ErrorHandler extends ExceptionHandler {
  override async handle(error: unknown, http: HttpContext): Promise<void> {
    const problem = toProblem(error, http)
    tellRefusal(problem, http)
    // RFC 9110, 15.5.2: says how one may sign in. A guard that knows more says it itself.
    if (problem.status === 401) http.response.header('www-authenticate', 'Bearer realm="Crossdock"')
    for (const [name, value] of Object.entries(problem.headers)) http.response.header(name, value)
    const page = refusalPageOf(http)
    if (page) return await page(http, problem, peekCall(http)?.body)
    http.response
      .status(problem.status)
      .header('content-type', 'application/problem+json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(JSON.stringify(showProblem(problem, http)))
  }

  override async report(error: unknown, http: HttpContext): Promise<void> {
    if (toProblem(error, http).status < 500 || isQuota(error)) return
    const call = peekCall(http)
    const tell = async () => this.#tell(error, http)
    // The error has left the call's context; the line is still about its tenant.
    await (call ? runInContext(call.context, tell) : tell())
  }

  #tell(error: unknown, http: HttpContext): void {
    if (isOutage(http.logger, error)) return
    const requestId = http.request.id()
    if (isOnlyNow(error)) {
      http.logger.warn({ code: error.code, requestId }, error.message)
      return
    }
    http.logger.error({ err: loggable(error), requestId }, 'request failed')
  }
}
