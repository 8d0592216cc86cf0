import type { Tenant } from '@crossdock/client'
import { searchList, type Api, type SearchHit } from '@crossdock/admin/kit'
import { tenantPath } from './model.js'

/** Tenants for the command palette. Each opens its page. */
export async function findTenants(
  query: string,
  api: Api,
  signal: AbortSignal
): Promise<SearchHit[]> {
  const found = await searchList<Tenant>(api, 'tenants', query, signal)
  return found.map(({ id, name, subdomain }) => ({
    id,
    label: name,
    detail: subdomain,
    to: tenantPath({ id }),
  }))
}
