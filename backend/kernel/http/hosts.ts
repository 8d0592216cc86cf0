import type { IncomingMessage } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { originsOf, ownDomains, subdomainOf, withoutPort } from '../tenancy/origins.js'
import { settings } from '../settings/index.js'

/**
 * The host a request was sent to. `request.host()` would cache for the whole process whether an address is a
 * proxy.
 */
export const hostOf = ({ request }: HttpContext): string | null => hostIn(request.request)

function hostIn({ headers }: IncomingMessage): string | null {
  const forwarded = settings.use().TRUST_PROXY ? headers['x-forwarded-host'] : undefined
  return forwarded?.toString().split(',')[0]!.trim() || headers.host || null
}

/** The subdomain of the organization whose custom domain a request was sent to; null for other addresses. */
export function ownDomainHere(request: IncomingMessage): string | null {
  const name = withoutPort(hostIn(request))
  return (name && ownDomains.peek()?.subdomainOf(name)) || null
}

/** The origin a request was sent to: an organization's, or that of APP_URL for any other address. */
export function originHere(http: HttpContext): string {
  const host = hostOf(http)
  const [origin, ...own] = originsOf(subdomainOf(host))
  return own.find((one) => new URL(one).hostname === withoutPort(host)) ?? origin
}
