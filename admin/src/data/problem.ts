import { ApiError, type ProblemBody } from '@crossdock/admin/kit'

interface FieldProblem {
  field: string
  message: string
}

interface WireProblem extends Omit<ProblemBody, 'errors'> {
  errors?: FieldProblem[] | Record<string, string>
}

/** Turn a refused answer into an error whose message is a sentence; never its raw text. */
export function apiError(status: number, text: string, headers?: Headers): ApiError {
  const retryAfter = secondsOf(headers?.get('Retry-After'))
  const problem = parseProblem(text)
  if (!problem) {
    return new ApiError(fallback(status), status, retryAfter === undefined ? {} : { retryAfter })
  }
  // A title only names the kind of problem ("Internal Server Error"), so people do not see it.
  const message = sentence(problem.message) ?? sentence(problem.detail) ?? fallback(status)
  return new ApiError(message, status, { ...problem, retryAfter, errors: byField(problem.errors) })
}

/** The network or the server itself was not there. */
export const unreachable = (): ApiError => new ApiError('kit.error.unreachable', 0)

/** The server took too long. */
export const timedOut = (): ApiError => new ApiError('kit.error.server', 504)

/** The session is over and nobody signed in again. */
export const sessionEnded = (): ApiError =>
  new ApiError('kit.session.ended', 401, { code: 'E_SESSION_ENDED' })

/** Who made the call has signed out; it was ended. */
export const sessionLeft = (): ApiError =>
  new ApiError('kit.session.left', 401, { code: 'E_SESSION_LEFT' })

/** Who works here did not confirm that it is them; nothing was done. */
export const proofDeclined = (): ApiError =>
  new ApiError('kit.session.unproved', 403, { code: 'E_PROOF_DECLINED' })

/** Another person is signed in by now; nothing was done. */
export const sessionChanged = (): ApiError =>
  new ApiError('kit.session.changed', 409, { code: 'E_SESSION_CHANGED' })

/**
 * Nobody answered for the server, or it asked to come back later. A 503 of the server itself with
 * nothing to wait for (a component of its health is down) is an answer as any other.
 */
export function isOutage({ status, body }: ApiError): boolean {
  if (status === 0) return true
  if (![502, 503, 504].includes(status)) return false
  return body.retryAfter !== undefined || !('code' in body || 'message' in body || 'status' in body)
}

/** A text that people can read. A proxy between the page and the server may send any value. */
const sentence = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value : undefined

const fallback = (status: number) => (status >= 500 ? 'kit.error.server' : 'kit.error.refused')

function secondsOf(value: string | null | undefined): number | undefined {
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

function byField(errors: WireProblem['errors']): Record<string, string> | undefined {
  if (!errors) return undefined
  if (!Array.isArray(errors)) return errors
  const result: Record<string, string> = {}
  // The first message of a field is the one to show.
  for (const { field, message } of errors.filter(isFieldProblem)) result[field] ??= message
  return result
}
