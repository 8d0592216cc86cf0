import type { IncomingMessage } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { parse } from 'cookie-es'
import { settings } from '@crossdock/kernel/settings'

const overTls = () => settings.use().APP_URL.startsWith('https:')

/** Over TLS the prefix keeps other hosts of the domain from setting our cookies. */
const cookieName = (name: string) => (overTls() ? `__Host-${name}` : name)

interface Lasting {
  seconds: number
  /** Whether JavaScript of the page may read the cookie. */
  forPage?: boolean
}

const attributes = (forPage: boolean) => ({
  httpOnly: !forPage,
  sameSite: 'lax' as const,
  secure: overTls(),
  path: '/',
  encode: false as const,
})

/** Reads a cookie as it was sent, without AdonisJS' own encoding; null when it is missing. */
export function readCookie({ headers }: IncomingMessage, name: string): string | null {
  return parse(headers.cookie ?? '')[cookieName(name)] || null
}

/** Gives the browser a cookie for this host alone. */
export function setCookie(
  http: HttpContext,
  name: string,
  value: string,
  { seconds, forPage = false }: Lasting
): void {
  http.response.plainCookie(cookieName(name), value, { ...attributes(forPage), maxAge: seconds })
}

export function clearCookie(http: HttpContext, name: string, forPage = false): void {
  http.response.plainCookie(cookieName(name), '', { ...attributes(forPage), expires: new Date(0) })
}
