import { service } from '../ground/service.js'
import { settings } from '../settings/index.js'

/** Subdomain of an organization's address: `acme.<host of APP_URL>`. */
const label = /^[a-z0-9-]{1,63}$/
const numbers = /^(\[.*\]|\d+(\.\d+){3})$/

const main = (): URL => new URL(settings.use().APP_URL)

/**
 * Verified custom domains of organizations, as cached in this process. Uncertain domains are treated as absent.
 */
export interface OwnDomains {
  /** The custom domain of the organization with this subdomain. */
  domainOf(subdomain: string): string | null
  /** @param domain in lower case, without a port */
  subdomainOf(domain: string): string | null
}

export const ownDomains = service<OwnDomains>('kernel.ownDomains')

/**
 * Origins at which an organization's people may use Crossdock: APP_URL, the subdomain below it where possible,
 * and the verified custom domain. Use it for every check of an origin or a redirect target.
 * @param subdomain null for people without an organization
 */
export function originsOf(subdomain: string | null): [main: string, ...own: string[]] {
  const { hostname, origin } = main()
  if (!subdomain || !label.test(subdomain)) return [origin]
  const below = numbers.test(hostname) ? [] : [originAt(`${subdomain}.${hostname}`)]
  const domain = ownDomains.peek()?.domainOf(subdomain)
  return [origin, ...below, ...(domain ? [originAt(domain)] : [])]
}

/** Uses the scheme and port of APP_URL. */
function originAt(host: string): string {
  const { protocol, port } = main()
  return new URL(`${protocol}//${host}${port && `:${port}`}`).origin
}

/** A host in lower case, without its port. */
export const withoutPort = (host: string | null): string | undefined =>
  host?.toLowerCase().replace(/:\d+$/, '')

/**
 * The subdomain of the organization whose address a request was sent to, by subdomain or custom domain; null
 * for other addresses. Does not check that the organization exists.
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
