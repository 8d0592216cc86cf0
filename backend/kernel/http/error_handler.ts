import { ExceptionHandler, type HttpContext } from '@adonisjs/core/http'
import { faultProblemAfterCommit } from '../database/transactions/behind_commit.js'
import { isUniqueViolation } from '../database/database.js'
import { faultProblem } from '../database/faults.js'
import { isOutage } from '../database/connections/outage.js'
import { runInContext } from '../ground/context.js'
import { peekCall } from './call.js'
import { loggable } from '../ground/loggable.js'
import { nothingThere, Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { showProblem } from './problem_answer.js'
import { refusalPageOf } from './refusal_page.js'
import { logRefusal } from './refusals.js'

function toProblem(error: unknown, http: HttpContext): Problem {
  if (error instanceof Problem) return error
  const { status, code } = error as { status?: number; code?: string }
  if (code === 'E_ROUTE_NOT_FOUND') {
    return nothingThere()
  }
  // Two requests passed the same check concurrently; the database accepted only one.
  if (isUniqueViolation(error)) {
    return new Problem(409, 'E_CONFLICT', text('Something with the same name exists already.'))
  }
  if (status && status >= 400 && status < 500) {
    return new Problem(status, code ?? 'E_REQUEST', text('The request cannot be answered.'))
  }
  const fault = faultAfterCommit(error, http) ?? faultProblem(error)
  if (fault) return fault
  return new Problem(500, 'E_INTERNAL', text('Something went wrong on our side. Try again.'), {
    cause: error,
  })
}

/** A temporary refusal (503 with Retry-After): nothing to debug. */
const isTemporary = (error: unknown): error is Problem =>
  error instanceof Problem &&
  error.status === 503 &&
  error.cause === undefined &&
  'retry-after' in error.headers

/** The tenant's storage quota is used up: report to the caller only, not as a fault of the server. */
const isQuota = (error: unknown): boolean =>
  error instanceof Problem && error.status === 507 && error.cause === undefined

/** The problem for a write that failed after its commit. A read commits at most a note of the visit. */
function faultAfterCommit(error: unknown, http: HttpContext): Problem | undefined {
  const call = peekCall(http)
  const reads = ['GET', 'HEAD'].includes(http.request.method())
  return call && !reads ? faultProblemAfterCommit(error, call.context) : undefined
}

/** Answers every error as application/problem+json (RFC 9457) or as a page. Logs only server faults. */
export default class ErrorHandler extends ExceptionHandler {
  override async handle(error: unknown, http: HttpContext): Promise<void> {
    const problem = toProblem(error, http)
    logRefusal(problem, http)
    // RFC 9110, 15.5.2: name the sign-in scheme. A guard with a better challenge overrides it.
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
    const log = async () => this.#log(error, http)
    // The error has left the call's context; restore it so that the log line names the tenant.
    await (call ? runInContext(call.context, log) : log())
  }

  #log(error: unknown, http: HttpContext): void {
    if (isOutage(http.logger, error)) return
    const requestId = http.request.id()
    if (isTemporary(error)) {
      http.logger.warn({ code: error.code, requestId }, error.message)
      return
    }
    http.logger.error({ err: loggable(error), requestId }, 'request failed')
  }
}
