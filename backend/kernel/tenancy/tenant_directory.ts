import { service } from '../ground/service.js'

/** Implemented by the tenants domain: finds a tenant by id or subdomain, whatever its status. */
export interface TenantDirectory {
  find(idOrSubdomain: string): Promise<{ id: string; status: string; subdomain: string } | null>
}

export const tenantDirectory = service<TenantDirectory>('tenants.directory')
