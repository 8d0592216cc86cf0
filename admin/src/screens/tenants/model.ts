import type { Tenant } from '@crossdock/client'

/** The address of a tenant's page. */
export const tenantPath = ({ id }: Pick<Tenant, 'id'>): string =>
  `/tenants/${encodeURIComponent(id)}`
