import type { HttpContext } from '@adonisjs/core/http'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { hostOf, originHere, originsOf, subdomainOf } from './hosts.js'

const loopback = /^(localhost|127\.[\d.]+|\[::1\])$/
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what a page of another origin makes a browser send: requests that change something and
 * carry cookies, and everything that signs in or out. Own are the origins of the organization the address names, and
 * for an address that names none the one the request itself was sent to; a sibling subdomain is not, nor is where APP_URL is https anything that came
 * over plain http, which anybody on the way can write, but for this machine's own loopback. Programs send no Origin and are not concerned.
 * So are streams: what they tell or take is no less for being asked for by GET.
 * @throws Problem 403
 */
export function assertOwnOrigin(http: HttpContext, isStream = false): void {
  const { request } = http
  if (safeMethods.has(request.method()) && !isStream) return
  if (!request.header('cookie') && !request.url().startsWith('/api/auth/')) return
  const origin = request.header('origin')
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
  const [main, ...own] = originsOf(subdomain)
  if (normal === main || own.includes(normal)) return true
  const mayBeWritten =
    main.startsWith('https:') && protocol !== 'https:' && !loopback.test(hostname)
  return subdomain === null && !mayBeWritten && host === hostOf(http)?.toLowerCase()
}

/** What a browser says of itself where it leaves the Origin out (Fetch Metadata). */
function sentFromElsewhere({ request }: HttpContext, isStream: boolean): boolean {
  const site = request.header('sec-fetch-site')
  // An image of a sibling subdomain is asked for without Origin, and would keep a stream open.
  return site === 'cross-site' || (isStream && site === 'same-site')
}
