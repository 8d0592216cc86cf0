import { HttpError } from 'ra-core'

/** The content of an `application/problem+json` answer, with `errors` keyed by field for forms. */
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

/** The error of a refused or failed call. `message` is a sentence for people, or a message key. */
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

/** Messages of a refused call by form field; empty when the error is not about fields. */
export function fieldErrors(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (error.body.errors ?? {}) : {}
}

/** Whether the call was refused because of form values, so that a form can show the messages at its fields. */
export const isAboutFields = (error: unknown): boolean => Object.keys(fieldErrors(error)).length > 0

/** Whether the call was refused because a limit is reached. */
export const isAboutLimit = (error: unknown): boolean =>
  error instanceof ApiError && error.code?.startsWith('E_QUOTA_') === true

/** Whether the call failed because the session had ended and the person did not sign in again. */
export const isSessionEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'E_SESSION_ENDED'

/** Whether the call failed because the session had ended, or another session has replaced it. */
export const isSessionGone = (error: unknown): boolean =>
  isSessionEnded(error) || (error instanceof ApiError && error.code === 'E_SESSION_CHANGED')

/** Whether the call ended because the person who made it signed out. */
export const isSessionLeft = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'E_SESSION_LEFT'

/** Message keys used for an answer without a message. */
const fallbackMessages: ReadonlySet<string> = new Set(['kit.error.server', 'kit.error.refused'])

type Translate = (key: string, options?: { _?: string }) => string

/**
 * Returns the text to show for any error: the server's message, else `fallback`, which names the failed action.
 * When the server could not be reached, the text says both.
 */
export function errorText(error: unknown, translate: Translate, fallback?: string): string {
  const message = error instanceof HttpError ? error.message : ''
  const text = message && translate(message, { _: message })
  if (!fallback) return text || translate('kit.error.unknown')
  if (!message || fallbackMessages.has(message)) return fallback
  return message === 'kit.error.unreachable' ? `${fallback.replace(/\.$/, '')}. ${text}` : text
}
