import type { HttpContext } from '@adonisjs/core/http'
import { now, unscoped } from '@crossdock/kernel/database'
import { hostOf, originHere } from '@crossdock/kernel/http'
import { originsOf, subdomainOf, tenantDirectory, asOperator } from '@crossdock/kernel/tenancy'
import { stateHash } from './pending_sign_ins.js'

/**
 * Whether a request was sent to APP_URL, or to an organization's address below it: the origins that sign-ins return
 * to.
 */
export function isOnOwnHost(http: HttpContext): boolean {
  const host = hostOf(http)
  const name = host?.toLowerCase().replace(/:\d+$/, '')
  return subdomainOf(host) !== null || name === new URL(originsOf(null)[0]).hostname
}

/** Whether an origin belongs to a tenant. */
export async function isOriginOf(tenantId: string, origin: string): Promise<boolean> {
  const tenant = await tenantDirectory.use().find(tenantId)
  return originsOf(tenant?.subdomain ?? null).includes(origin)
}

/**
 * For a provider's answer at APP_URL: the organization's origin where the sign-in began, or null when it began at
 * APP_URL. Only at that origin the browser has the cookie to continue.
 */
export async function findOriginOfStart(http: HttpContext): Promise<string | null> {
  const { state } = http.request.qs()
  const [main] = originsOf(null)
  if (originHere(http) !== main || typeof state !== 'string') return null
  const row: { tenant_id: string; origin: string | null } | null = await asOperator(
    'a person who signs in has no tenant yet',
    () =>
      unscoped()
        .from('oauth_sign_ins')
        .select('tenant_id', 'origin')
        .where('state', stateHash(state))
        .where('expires_at', '>', now())
        .first()
  )
  // APP_URL may have changed since.
  if (!row?.origin || row.origin === main) return null
  return (await isOriginOf(row.tenant_id, row.origin)) ? row.origin : null
}

/**
 * Whether a person began the sign-in, on a page of ours or by opening the address. A foreign page must not send them
 * to a provider of its choice: they would return signed in as another person without noticing.
 */
export function isStartedHere(http: HttpContext): boolean {
  const { request } = http
  const site = request.header('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  // Browsers send no Fetch Metadata over plain HTTP to another machine.
  const from = request.header('referer')
  return !from || (URL.canParse(from) && new URL(from).host === hostOf(http)?.toLowerCase())
}
