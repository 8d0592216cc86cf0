import type { IncomingMessage } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { Problem, text } from '@crossdock/kernel/http'
import { lifetimeMs, type StartedSession } from './actions/sessions.js'
import { clearCookie, readCookie, setCookie } from './cookies.js'
import { mac, sameText } from './tokens.js'

const sessionCookie = 'crossdock_session'
const csrfCookie = 'XSRF-TOKEN'
const seconds = lifetimeMs / 1000

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The CSRF token of a session; another session's is refused. */
export const csrfTokenOf = (sessionId: string): string => mac('csrf', sessionId)

/** The secret of the session a browser claims to have. */
export const claimedSession = (request: IncomingMessage): string | null =>
  readCookie(request, sessionCookie)

/** Gives the browser a session. */
export function setSessionCookies(http: HttpContext, { id, token }: StartedSession): void {
  setCookie(http, sessionCookie, token, { seconds })
  setCookie(http, csrfCookie, csrfTokenOf(id), { seconds, forPage: true })
}

/** Gives a browser that has lost its CSRF cookie a new one. */
export function renewCsrfCookie(http: HttpContext, sessionId: string): void {
  const token = csrfTokenOf(sessionId)
  if (readCookie(http.request.request, csrfCookie) === token) return
  setCookie(http, csrfCookie, token, { seconds, forPage: true })
}

/** Takes both cookies back. */
export function clearSessionCookies(http: HttpContext): void {
  clearCookie(http, sessionCookie)
  clearCookie(http, csrfCookie, true)
}

/**
 * Whether a request made with this session comes from a page of ours that shows this very session.
 * @throws Problem 409 when it was made for another session, 403 without its CSRF token.
 */
export function assertOwnPage({ headers, method }: IncomingMessage, sessionId: string): void {
  const madeFor = headers['x-session']
  if (madeFor !== undefined && !sameText(String(madeFor), sessionId)) {
    throw new Problem(
      409,
      'E_SESSION_CHANGED',
      text(
        'Somebody has signed in anew in this browser since this page was opened, so nothing was done. Reload the page to go on.'
      )
    )
  }
  if (safeMethods.has(method ?? '')) return
  const given = headers['x-xsrf-token'] ?? ''
  if (sameText(String(given), csrfTokenOf(sessionId))) return
  throw new Problem(
    403,
    'E_CSRF',
    text(
      'The page is out of date: the X-XSRF-TOKEN header is missing or stale. Reload and try again.'
    )
  )
}
