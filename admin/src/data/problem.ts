import { ApiError, type ProblemBody } from '@crossdock/admin/kit'

interface FieldProblem {
  field: string
  message: string
}

interface WireProblem extends Omit<ProblemBody, 'errors'> {
  errors?: FieldProblem[] | Record<string, string>
}

/** Returns the error for a refused answer. Its message is a sentence, never the raw text of the answer. */
export function apiError(status: number, text: string, headers?: Headers): ApiError {
  const retryAfter = retryAfterSeconds(headers?.get('Retry-After'))
  const problem = parseProblem(text)
  if (!problem) {
    return new ApiError(fallbackKey(status), status, retryAfter === undefined ? {} : { retryAfter })
  }
  // A title only names the kind of problem ("Internal Server Error"), so people do not see it.
  const message =
    nonEmptyText(problem.message) ?? nonEmptyText(problem.detail) ?? fallbackKey(status)
  return new ApiError(message, status, {
    ...problem,
    retryAfter,
    errors: messagesByField(problem.errors),
  })
}

/** Returns the error for a network or a server that is out of reach. */
export const unreachable = (): ApiError => new ApiError('kit.error.unreachable', 0)

/** Returns the error for a server that took too long. */
export const timedOut = (): ApiError => new ApiError('kit.error.server', 504)

/** Returns the error for a session that has ended, when the person did not sign in again or may not (`barred`). */
export const sessionEnded = (barred: string | null): ApiError =>
  barred
    ? new ApiError(barred, 401, { code: 'E_BARRED' })
    : new ApiError('kit.session.ended', 401, { code: 'E_SESSION_ENDED' })

/** Returns the error for a call that ended because its person signed out. */
export const sessionLeft = (): ApiError =>
  new ApiError('kit.session.left', 401, { code: 'E_SESSION_LEFT' })

/** Returns the error for a call that was not sent because the person did not confirm their identity. */
export const proofDeclined = (): ApiError =>
  new ApiError('kit.session.unproved', 403, { code: 'E_PROOF_DECLINED' })

/** Returns the error for a call that was not sent because another person is signed in now. */
export const sessionChanged = (): ApiError =>
  new ApiError('kit.session.changed', 409, { code: 'E_SESSION_CHANGED' })

/**
 * Returns whether the server did not answer, or asked to retry later. A 503 that Crossdock sends without a retry
 * time (a component is unhealthy) is an ordinary answer.
 */
export function isOutage({ status, body }: ApiError): boolean {
  if (status === 0) return true
  if (![502, 503, 504].includes(status)) return false
  return body.retryAfter !== undefined || !('code' in body || 'message' in body || 'status' in body)
}

/** Returns the value if it is a text to show. A proxy between the page and the server may send any value. */
const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value : undefined

const fallbackKey = (status: number) => (status >= 500 ? 'kit.error.server' : 'kit.error.refused')

function retryAfterSeconds(value: string | null | undefined): number | undefined {
  if (!value) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

function parseProblem(text: string): WireProblem | null {
  try {
    const value: unknown = JSON.parse(text)
    return value && typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

const isFieldProblem = (value: unknown): value is FieldProblem =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'message' in value &&
  typeof value.message === 'string'

function messagesByField(errors: WireProblem['errors']): Record<string, string> | undefined {
  if (!errors) return undefined
  if (!Array.isArray(errors)) return errors
  const result: Record<string, string> = {}
  // The first message of a field is the one to show.
  for (const { field, message } of errors.filter(isFieldProblem)) result[field] ??= message
  return result
}
