import type { IncomingMessage } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { service } from '../ground/service.js'
import { settings } from '../settings/index.js'

/** As addresses of an organization are made: `acme.<host of APP_URL>`. */
const label = /^[a-z0-9-]{1,63}$/
const numbers = /^(\[.*\]|\d+(\.\d+){3})$/

const main = (): URL => new URL(settings.use().APP_URL)

/**
 * Domains of their own that organizations have proven to be theirs, as this process knows them at the moment: what it cannot
 * know for certain is none.
 */
export interface OwnDomains {
  /** Of an organization, by its subdomain. */
  domainOf(subdomain: string): string | null
  /** @param domain in lower case, without a port */
  subdomainOf(domain: string): string | null
}

export const ownDomains = service<OwnDomains>('kernel.ownDomains')

/**
 * Where the people of an organization may be: the address of Crossdock itself, the organization's own below
 * it, where there can be one, and the domain it has proven to be its own. Whoever asks where somebody comes from or may be sent to asks this.
 * @param subdomain null for those who belong to no organization
 */
export function originsOf(subdomain: string | null): [main: string, ...own: string[]] {
  const { hostname, origin } = main()
  if (!subdomain || !label.test(subdomain)) return [origin]
  const below = numbers.test(hostname) ? [] : [originAt(`${subdomain}.${hostname}`)]
  const domain = ownDomains.peek()?.domainOf(subdomain)
  return [origin, ...below, ...(domain ? [originAt(domain)] : [])]
}

/** As APP_URL is served, so are the other names. */
function originAt(host: string): string {
  const { protocol, port } = main()
  return new URL(`${protocol}//${host}${port && `:${port}`}`).origin
}

const withoutPort = (host: string | null) => host?.toLowerCase().replace(/:\d+$/, '')

/**
 * The subdomain of the organization whose address a request was sent to, by that or by its own domain; null for every other
 * address. Of a subdomain it says nothing of whether there is such an organization.
 * @param host with or without a port
 */
export function subdomainOf(host: string | null): string | null {
  const name = withoutPort(host)
  if (!name) return null
  const { hostname } = main()
  if (!name.endsWith(`.${hostname}`)) return ownDomains.peek()?.subdomainOf(name) ?? null
  const subdomain = name.slice(0, -hostname.length - 1)
  return label.test(subdomain) && !numbers.test(hostname) ? subdomain : null
}

/** The host a request was sent to. Not by `request.host()`: that remembers for the whole process whether an address is a proxy. */
export const hostOf = ({ request }: HttpContext): string | null => hostIn(request.request)

function hostIn({ headers }: IncomingMessage): string | null {
  const forwarded = settings.use().TRUST_PROXY ? headers['x-forwarded-host'] : undefined
  return forwarded?.toString().split(',')[0]!.trim() || headers.host || null
}

/** The subdomain of the organization to whose own domain a request was sent; null for every other address. */
export function ownDomainHere(request: IncomingMessage): string | null {
  const name = withoutPort(hostIn(request))
  return (name && ownDomains.peek()?.subdomainOf(name)) || null
}

/** The origin a request was sent to: one of an organization, or for every other address that of APP_URL. */
export function originHere(http: HttpContext): string {
  const host = hostOf(http)
  const [origin, ...own] = originsOf(subdomainOf(host))
  return own.find((one) => new URL(one).hostname === withoutPort(host)) ?? origin
}
