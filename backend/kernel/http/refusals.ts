import type { HttpContext } from '@adonisjs/core/http'
import type { Problem } from '../ground/problem.js'
import { factsOf, recordOf } from './request_record.js'
import { maskEmail, securityLog } from '../ground/security_log.js'

/** Maps a refusal to its event in the security log; undefined for others. */
function eventOf({ status, code }: Problem, http: HttpContext): string | undefined {
  if (code === 'E_SIGN_IN') return 'sign_in'
  if (code === 'E_SESSION_CHANGED') return 'session'
  switch (status) {
    case 401:
      // Calls without any credential are normal: the console asks this way who is signed in.
      return hasCredential(http) ? 'authentication' : undefined
    case 403:
      return 'authorization'
    case 423:
    case 429:
      return 'limit'
    case 408:
    case 413:
      return 'bounds'
  }
}

const hasCredential = ({ request }: HttpContext): boolean =>
  Boolean(request.header('authorization') || request.header('cookie'))

/** Writes a refused request to the security log if the refusal concerns security. */
export function logRefusal(problem: Problem, http: HttpContext): void {
  const record = recordOf(http.request.request)
  record.code = problem.code
  const event = eventOf(problem, http)
  if (!event) return
  securityLog()?.refused({
    event,
    code: problem.code,
    actor: record.actor,
    email: record.email && maskEmail(record.email),
    tenantId: record.tenantId,
    requestId: http.request.id() ?? null,
    request: factsOf(http),
  })
}
