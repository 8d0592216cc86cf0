import type { Tenant } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { pick } from '../../find.js'

/** Finds a tenant by its subdomain, its id, its name or part of its id. */
export async function findTenant(api: ApiClient, typed: string): Promise<Tenant> {
  return pick(await api.all<Tenant>('/api/tenants'), typed, {
    one: 'tenant',
    list: 'crossdock tenants list',
    ids: ({ subdomain, id }) => [subdomain, id],
    name: ({ name }) => name,
    about: ({ name, subdomain }) => `${name}, ${subdomain}`,
  })
}
