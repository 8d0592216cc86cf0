import { clock } from '@crossdock/kernel/database'
import type { IncomingMessage } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { Problem, text } from '@crossdock/kernel/http'
import type { StartedSession } from './actions/sessions.js'
import { clearCookie, readCookie, setCookie } from './cookies.js'
import { mac, sameText } from './tokens.js'

const sessionCookie = 'crossdock_session'
const csrfCookie = 'XSRF-TOKEN'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The CSRF token of a session; another session's is refused. */
export const csrfTokenOf = (sessionId: string): string => mac('csrf', sessionId)

/** The secret of the session a browser claims to have. */
export const claimedSession = (request: IncomingMessage): string | null =>
  readCookie(request, sessionCookie)

/** Gives the browser a session. */
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
