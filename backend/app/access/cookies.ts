import type { HttpContext } from '@adonisjs/core/http'
import { settings } from '@crossdock/kernel/settings'
import { lifetimeMs, type StartedSession } from './actions/sessions.js'
import { mac } from './tokens.js'

export const sessionCookie = 'crossdock_session'
export const csrfCookie = 'XSRF-TOKEN'

const attributes = (httpOnly: boolean) => ({
  httpOnly,
  sameSite: 'lax' as const,
  secure: settings.use().APP_URL.startsWith('https:'),
  path: '/',
  maxAge: lifetimeMs / 1000,
  encode: false as const,
})

/** The CSRF token of a session; another session's is refused. */
export const csrfTokenOf = (sessionId: string): string => mac('csrf', sessionId)

/** A cookie as it was sent, without AdonisJS' own encoding. */
export function readCookie(http: HttpContext, name: string): string | null {
  const value: unknown = http.request.plainCookie(name, { encoded: false })
  return typeof value === 'string' && value ? value : null
}

/** Gives the browser a session. */
export function setSessionCookies(http: HttpContext, { id, token }: StartedSession): void {
  http.response.plainCookie(sessionCookie, token, attributes(true))
  setCsrfCookie(http, id)
}

function setCsrfCookie(http: HttpContext, sessionId: string): void {
  http.response.plainCookie(csrfCookie, csrfTokenOf(sessionId), attributes(false))
}

const sessionIds = new WeakMap<HttpContext, string>()

/** Remembers which session authenticated the request. */
export function noteSession(http: HttpContext, sessionId: string): void {
  sessionIds.set(http, sessionId)
}

/** Gives a browser that has lost its CSRF cookie a new one. */
export function renewCsrfCookie(http: HttpContext): void {
  const id = sessionIds.get(http)
  if (id && readCookie(http, csrfCookie) !== csrfTokenOf(id)) setCsrfCookie(http, id)
}

/** Takes both cookies back. */
export function clearSessionCookies(http: HttpContext): void {
  for (const [name, httpOnly] of [
    [sessionCookie, true],
    [csrfCookie, false],
  ] as const) {
    const over = { ...attributes(httpOnly), maxAge: undefined, expires: new Date(0) }
    http.response.plainCookie(name, '', over)
  }
}
