import type { Tenant } from '@crossdock/client'

/** The page of a tenant. */
export const tenantPath = ({ id }: Pick<Tenant, 'id'>): string =>
  `/tenants/${encodeURIComponent(id)}`
