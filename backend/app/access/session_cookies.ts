import { clock } from '@crossdock/kernel/database'
import type { IncomingMessage } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { Problem, text } from '@crossdock/kernel/ground'
import type { StartedSession } from './actions/sessions.js'
import { clearCookie, readCookie, setCookie } from './cookies.js'
import { mac, equalsInConstantTime } from './tokens.js'

const sessionCookie = 'crossdock_session'
const csrfCookie = 'XSRF-TOKEN'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The CSRF token of a session; the token of another session is refused. */
const csrfTokenOf = (sessionId: string): string => mac('csrf', sessionId)

/** The secret in a request's session cookie. */
export const sessionSecretOf = (request: IncomingMessage): string | null =>
  readCookie(request, sessionCookie)

/** Sets the cookies of a session. */
export function setSessionCookies(http: HttpContext, { id, token, seconds }: StartedSession): void {
  setCookie(http, sessionCookie, token, { seconds })
  setCookie(http, csrfCookie, csrfTokenOf(id), { seconds, forPage: true })
}

/** Gives a browser that has lost its CSRF cookie a new one, until the session ends. */
export function renewCsrfCookie(http: HttpContext, { id, endsAt }: { id: string; endsAt: number }) {
  const token = csrfTokenOf(id)
  const seconds = Math.max(1, Math.ceil((endsAt - clock.now()) / 1000))
  if (readCookie(http.request.request, csrfCookie) === token) return
  setCookie(http, csrfCookie, token, { seconds, forPage: true })
}

/** Deletes both cookies. */
export function clearSessionCookies(http: HttpContext): void {
  clearCookie(http, sessionCookie)
  clearCookie(http, csrfCookie, true)
}

/**
 * Checks that a request comes from a page of ours that shows this session.
 * @throws Problem 409 when the page shows another session, 403 without the session's CSRF token
 */
export function assertOwnPage({ headers, method }: IncomingMessage, sessionId: string): void {
  const madeFor = headers['x-session']
  if (madeFor !== undefined && !equalsInConstantTime(String(madeFor), sessionId)) {
    throw new Problem(
      409,
      'E_SESSION_CHANGED',
      text(
        'This browser signed in again after you opened this page, so nothing was changed. Reload the page to continue.'
      )
    )
  }
  if (safeMethods.has(method ?? '')) return
  const given = headers['x-xsrf-token'] ?? ''
  if (equalsInConstantTime(String(given), csrfTokenOf(sessionId))) return
  throw new Problem(
    403,
    'E_CSRF',
    text(
      'The page is out of date: the X-XSRF-TOKEN header is missing or stale. Reload and try again.'
    )
  )
}
