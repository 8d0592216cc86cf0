import type { HttpContext } from '@adonisjs/core/http'
import { settings } from '../settings/index.js'

/** As addresses of an organization are made: `acme.<host of APP_URL>`. */
const label = /^[a-z0-9-]{1,63}$/
const numbers = /^(\[.*\]|\d+(\.\d+){3})$/

const main = (): URL => new URL(settings.use().APP_URL)

/**
 * Where the people of an organization may be: the address of Crossdock itself, and the organization's own below
 * it, where there can be one. Whoever asks where somebody comes from or may be sent to asks this.
 * @param subdomain null for those who belong to no organization
 */
export function originsOf(subdomain: string | null): [main: string, ...own: string[]] {
  const { protocol, hostname, port, origin } = main()
  if (!subdomain || !label.test(subdomain) || numbers.test(hostname)) return [origin]
  return [origin, new URL(`${protocol}//${subdomain}.${hostname}${port && `:${port}`}`).origin]
}

/**
 * The subdomain in the address a request was sent to; null for every other address. Says nothing of whether there
 * is such an organization.
 * @param host with or without a port
 */
export function subdomainOf(host: string | null): string | null {
  const own = `.${main().hostname}`
  const name = host?.toLowerCase().replace(/:\d+$/, '')
  if (!name?.endsWith(own)) return null
  const subdomain = name.slice(0, -own.length)
  return originsOf(subdomain).length > 1 ? subdomain : null
}

/** The host a request was sent to. Not by `request.host()`: that remembers for the whole process whether an address is a proxy. */
export function hostOf({ request }: HttpContext): string | null {
  const forwarded = settings.use().TRUST_PROXY ? request.header('x-forwarded-host') : undefined
  return forwarded?.split(',')[0]!.trim() || request.header('host') || null
}

/** The origin a request was sent to: that of an organization, or for every other address that of APP_URL. */
export const originHere = (http: HttpContext): string =>
  originsOf(subdomainOf(hostOf(http))).at(-1)!
