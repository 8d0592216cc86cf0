import { HttpError } from 'ra-core'

/** What an `application/problem+json` answer carries, with `errors` keyed by field for forms. */
export interface ProblemBody {
  title?: string
  status?: number
  detail?: string
  code?: string
  requestId?: string
  message?: string
  errors?: Record<string, string>
  /** Seconds the server asks to wait before the next try. */
  retryAfter?: number
}

/** A refused or failed call; `message` is a sentence for people or a message key. */
export class ApiError extends HttpError {
  declare readonly body: ProblemBody
  constructor(message: string, status: number, body: ProblemBody = {}) {
    super(message, status, body)
    // HttpError fixes its own prototype, which would hide this class from instanceof.
    Object.setPrototypeOf(this, ApiError.prototype)
    this.name = 'ApiError'
  }
  /** The server's stable error code, such as E_SUBDOMAIN_TAKEN. */
  get code(): string | undefined {
    return this.body.code
  }
}

/** Messages per form field of a refused call; empty when it was not about fields. */
export function fieldErrors(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (error.body.errors ?? {}) : {}
}

/** Refused because of what stands in a form's fields. What is taken (409) is told by a toast as well (second seed, errors). */
export const isAboutFields = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 422 && Object.keys(fieldErrors(error)).length > 0

/** Given up because the session had ended and nobody signed in again. */
export const isSessionEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'E_SESSION_ENDED'

/** Not done, because the session had ended or another one has taken its place. */
export const isSessionGone = (error: unknown): boolean =>
  isSessionEnded(error) || (error instanceof ApiError && error.code === 'E_SESSION_CHANGED')

/** Ended because the person who made the call signed out. */
export const isSessionLeft = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'E_SESSION_LEFT'

/** The keys that replace a missing message of an answer. */
const withoutWords: ReadonlySet<string> = new Set(['kit.error.server', 'kit.error.refused'])

type Translate = (key: string, options?: { _?: string }) => string

/**
 * The text to show for an error of any kind. The message of the server comes first. Without one, `fallback` names
 * the failed action. When the server could not be reached, the text says both.
 */
export function errorText(error: unknown, translate: Translate, fallback?: string): string {
  const message = error instanceof HttpError ? error.message : ''
  const text = message && translate(message, { _: message })
  if (!fallback) return text || translate('kit.error.unknown')
  if (!message || withoutWords.has(message)) return fallback
  return message === 'kit.error.unreachable' ? `${fallback.replace(/\.$/, '')}. ${text}` : text
}
