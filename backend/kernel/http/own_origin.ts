import type { HttpContext } from '@adonisjs/core/http'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { hostOf, originHere, originsOf, subdomainOf } from './hosts.js'

const loopback = /^(localhost|127\.[\d.]+|\[::1\])$/
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what a page of another origin makes a browser send: requests that change something and
 * carry cookies, and everything that signs in or out. Own is where the request was sent to, if that is an address of an organization,
 * and that of APP_URL; an address that names none is its own. Neither is a sibling subdomain, nor another address of the same
 * organization: who has proven a domain to be theirs serves there what they like; nor is where APP_URL is https anything that came
 * over plain http, which anybody on the way can write, but for this machine's own loopback. Programs send no Origin and are not concerned.
 * So are streams: what they tell or take is no less for being asked for by GET.
 * @throws Problem 403
 */
export function assertOwnOrigin(http: HttpContext, isStream = false): void {
  const { request } = http
  if (safeMethods.has(request.method()) && !isStream) return
  if (!request.header('cookie') && !request.url().startsWith('/api/auth/')) return
  const origin = request.header('origin')
  // What a page sends that names no referrer: browsers alone say where it comes from.
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

/** What a browser says of itself where it leaves the Origin out (Fetch Metadata). */
function sentFromElsewhere({ request }: HttpContext, isStream: boolean): boolean {
  const site = request.header('sec-fetch-site')
  // An image of a sibling subdomain is asked for without Origin, and would keep a stream open.
  return site === 'cross-site' || (isStream && site === 'same-site')
}
