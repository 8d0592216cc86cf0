import type { HttpContext } from '@adonisjs/core/http'
import { now, unscoped } from '@crossdock/kernel/database'
import { hostOf, originHere, originsOf, subdomainOf, tenantDirectory } from '@crossdock/kernel/http'
import { asOperator } from '@crossdock/kernel/tenancy'
import { stateHash } from './waiting.js'

/** Whether a request was sent to an address that comes back: that of APP_URL, or one of an organization below it. */
export function isOnOwnHost(http: HttpContext): boolean {
  const host = hostOf(http)
  const name = host?.toLowerCase().replace(/:\d+$/, '')
  return subdomainOf(host) !== null || name === new URL(originsOf(null)[0]).hostname
}

/** Whether people of a tenant may be at an origin. */
export async function isOriginOf(tenantId: string, origin: string): Promise<boolean> {
  const tenant = await tenantDirectory.use().find(tenantId)
  return originsOf(tenant?.subdomain ?? null).includes(origin)
}

/**
 * The organization's own origin at which a sign-in was begun that comes back to the address of APP_URL; null where
 * there is none, and everywhere else. The browser that may go on with it is known there only.
 */
export async function begunElsewhere(http: HttpContext): Promise<string | null> {
  const { state } = http.request.qs()
  const [main] = originsOf(null)
  if (originHere(http) !== main || typeof state !== 'string') return null
  const row: { tenant_id: string; origin: string | null } | null = await asOperator(
    'who signs in is in no tenant yet',
    () =>
      unscoped()
        .from('oauth_sign_ins')
        .select('tenant_id', 'origin')
        .where('state', stateHash(state))
        .where('expires_at', '>', now())
        .first()
  )
  // As of now: APP_URL may be another one since.
  if (!row?.origin || row.origin === main) return null
  return (await isOriginOf(row.tenant_id, row.origin)) ? row.origin : null
}

/**
 * Whether a person began it, on a page of ours or by the address itself. A foreign page must not send them to a
 * provider of its choice: they would come back signed in as somebody else, without a word.
 */
export function isBegunHere(http: HttpContext): boolean {
  const { request } = http
  const site = request.header('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  // Browsers say nothing of the kind over plain HTTP to another machine.
  const from = request.header('referer')
  return !from || (URL.canParse(from) && new URL(from).host === hostOf(http)?.toLowerCase())
}
