import type { Tenant } from '@crossdock/client'
import { searchList, type Api, type SearchHit } from '@crossdock/admin/kit'

/** Tenants for the command palette: each leads to the list that shows it. */
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
    to: `/tenants?${new URLSearchParams({ filter: JSON.stringify({ search: name }) }).toString()}`,
  }))
}
