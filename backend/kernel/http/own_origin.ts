import type { HttpContext } from '@adonisjs/core/http'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { hostOf, originHere } from './hosts.js'
import { originsOf, subdomainOf } from '../tenancy/origins.js'

const loopback = /^(localhost|127\.[\d.]+|\[::1\])$/
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that a page of another origin makes a browser send: writes that carry cookies, and sign-in
 * or sign-out. Allowed are APP_URL and, if it belongs to an organization, the address the request was sent to;
 * any other address only allows itself. A sibling subdomain, or another address of the same organization, is
 * refused: the domain's owner controls its content. If APP_URL is https, plain http origins are refused except
 * loopback, because the network can forge them. Programs send no Origin and pass. Streams are checked even
 * though they use GET.
 * @throws Problem 403
 */
export function assertOwnOrigin(http: HttpContext, isStream = false): void {
  const { request } = http
  if (safeMethods.has(request.method()) && !isStream) return
  if (!request.header('cookie') && !request.url().startsWith('/api/auth/')) return
  const origin = request.header('origin')
  // A page with a no-referrer policy sends `null`; only browsers set Sec-Fetch-Site.
  if (origin === 'null' && request.header('sec-fetch-site') === 'same-origin') return
  const own = origin === undefined ? !sentFromElsewhere(http, isStream) : isOwn(origin, http)
  if (own) return
  throw new Problem(403, 'E_ORIGIN', fromElsewhere(origin, originHere(http)))
}

function fromElsewhere(origin: string | undefined, address: string) {
  if (origin === undefined) {
    return text(
      'This request comes from a page of another address (not named). Open Crossdock at {address} and try again.',
      { address }
    )
  }
  return text(
    'This request comes from a page of another address ({origin}). Open Crossdock at {address} and try again.',
    { origin: origin.slice(0, 100), address }
  )
}

function isOwn(origin: string, http: HttpContext): boolean {
  if (!URL.canParse(origin)) return false
  const { host, hostname, protocol, origin: normal } = new URL(origin)
  const subdomain = subdomainOf(hostOf(http))
  const [main] = originsOf(null)
  if (normal === main || normal === originHere(http)) return true
  const mayBeWritten =
    main.startsWith('https:') && protocol !== 'https:' && !loopback.test(hostname)
  return subdomain === null && !mayBeWritten && host === hostOf(http)?.toLowerCase()
}

/** Decides by the browser's Fetch Metadata, for requests without an Origin. */
function sentFromElsewhere({ request }: HttpContext, isStream: boolean): boolean {
  const site = request.header('sec-fetch-site')
  // An image on a sibling subdomain sends no Origin and would keep a stream open.
  return site === 'cross-site' || (isStream && site === 'same-site')
}
