import { clock } from '@crossdock/kernel/database'
import type { HttpContext } from '@adonisjs/core/http'
import { clearCookie, readCookie, setCookie } from './cookies.js'
import { hash, mac, newSessionToken, equalsInConstantTime } from './tokens.js'

/** A cookie that marks a browser. It holds a secret that is bound to one address. */
interface Mark {
  cookie: string
  seconds: number
}

/** The browser requested a mail; the mail's codes and links are bound to its secret. */
const mailMark: Mark = { cookie: 'crossdock_sign_in', seconds: 60 * 60 }
/** The browser started a sign-in at a provider or with a passkey; the address is not known yet. */
const signInMark: Mark = { cookie: 'crossdock_sign_in_elsewhere', seconds: 60 * 60 }
/** The owner of the address signed in with this browser before. */
const familiarMark: Mark = { cookie: 'crossdock_device', seconds: 180 * 24 * 60 * 60 }

/** Covers the expiry too: a browser may keep a cookie longer than its `max-age`. */
const seal = ({ cookie }: Mark, email: string, secret: string, end: string) =>
  mac(cookie, `${email} ${secret} ${end}`)

/** The secret if the browser carries a valid, unexpired mark for this address. */
function readMark(http: HttpContext, mark: Mark, email: string): string | null {
  const [secret, end, given] = readCookie(http.request.request, mark.cookie)?.split('.') ?? []
  if (!secret || !end || !given || !equalsInConstantTime(given, seal(mark, email, secret, end)))
    return null
  return Number(end) > clock.now() ? secret : null
}

/** Sets the mark or extends the existing one. Returns the secret's hash. */
function setMark(http: HttpContext, mark: Mark, email: string): string {
  const secret = readMark(http, mark, email) ?? newSessionToken()
  const end = String(clock.now() + mark.seconds * 1000)
  const value = [secret, end, seal(mark, email, secret, end)].join('.')
  setCookie(http, mark.cookie, value, { seconds: mark.seconds })
  return hash(secret)
}

const hashed = (secret: string | null) => secret && hash(secret)

/** The stored hash of the browser if it requested a mail for this address within the hour. */
export const browserThatRequestedMail = (http: HttpContext, email: string): string | null =>
  hashed(readMark(http, mailMark, email))

/** Marks the browser as having requested a mail for this address. */
export const rememberMailRequest = (http: HttpContext, email: string): string =>
  setMark(http, mailMark, email)

/** Like `browserThatRequestedMail`, for a sign-in whose address is not known yet. */
export const browserThatStartedSignIn = (http: HttpContext): string | null =>
  hashed(readMark(http, signInMark, ''))

/** Marks the browser as having started a sign-in with a provider or a passkey. */
export const rememberSignInStart = (http: HttpContext): string => setMark(http, signInMark, '')

/** The browser's hash if this address has signed in with it before. */
export const familiarBrowser = (http: HttpContext, email: string): string | null =>
  hashed(readMark(http, familiarMark, email))

/** After a sign-in: clears the request's mark and marks the browser as familiar. */
export function rememberSignIn(http: HttpContext, email: string): void {
  if (readCookie(http.request.request, mailMark.cookie)) clearCookie(http, mailMark.cookie)
  setMark(http, familiarMark, email)
}
