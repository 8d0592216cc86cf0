import { clock } from '@crossdock/kernel/database'
import type { HttpContext } from '@adonisjs/core/http'
import { clearCookie, readCookie, setCookie } from './cookies.js'
import { hash, mac, newSessionToken, sameText } from './tokens.js'

/** What a browser is remembered as, by a cookie that holds a secret bound to one address. */
interface Mark {
  cookie: string
  seconds: number
}

/** It asked for a mail; the codes and links in it are bound to its secret. */
const asking: Mark = { cookie: 'crossdock_sign_in', seconds: 60 * 60 }
/** It asked to be signed in by somebody else, whoever that will say it is. */
const elsewhere: Mark = { cookie: 'crossdock_sign_in_elsewhere', seconds: 60 * 60 }
/** Its owner has signed in with it. */
const familiar: Mark = { cookie: 'crossdock_device', seconds: 180 * 24 * 60 * 60 }

/** Covers the end, too: a browser may keep a cookie for longer than it was told. */
const seal = ({ cookie }: Mark, email: string, secret: string, end: string) =>
  mac(cookie, `${email} ${secret} ${end}`)

/** The secret when the browser carries this mark for this address, and its time is not over. */
function find(http: HttpContext, mark: Mark, email: string): string | null {
  const [secret, end, given] = readCookie(http.request.request, mark.cookie)?.split('.') ?? []
  if (!secret || !end || !given || !sameText(given, seal(mark, email, secret, end))) return null
  return Number(end) > clock.now() ? secret : null
}

/** Sets the mark, or lets the one that is there last longer. Gives the secret's hash. */
function put(http: HttpContext, mark: Mark, email: string): string {
  const secret = find(http, mark, email) ?? newSessionToken()
  const end = String(clock.now() + mark.seconds * 1000)
  const value = [secret, end, seal(mark, email, secret, end)].join('.')
  setCookie(http, mark.cookie, value, { seconds: mark.seconds })
  return hash(secret)
}

const hashed = (secret: string | null) => secret && hash(secret)

/** The browser as it is stored, if it has asked for a mail to this address within the hour. */
export const askingBrowser = (http: HttpContext, email: string): string | null =>
  hashed(find(http, asking, email))

/** Has the browser remember that it asked for a mail to this address. */
export const rememberAsking = (http: HttpContext, email: string): string => put(http, asking, email)

/** The same for a sign-in of which nobody knows the address yet. */
export const askingElsewhere = (http: HttpContext): string | null =>
  hashed(find(http, elsewhere, ''))

/** Has the browser remember that it went elsewhere to be signed in. */
export const rememberElsewhere = (http: HttpContext): string => put(http, elsewhere, '')

/** The browser, if this address has signed in with it before. */
export const familiarBrowser = (http: HttpContext, email: string): string | null =>
  hashed(find(http, familiar, email))

/** The address has signed in: what it asked for is done, and the browser is known from now on. */
export function rememberSignIn(http: HttpContext, email: string): void {
  if (readCookie(http.request.request, asking.cookie)) clearCookie(http, asking.cookie)
  put(http, familiar, email)
}
