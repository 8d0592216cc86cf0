import { service } from '@crossdock/kernel/plugin'
import type { NewTenant } from './provisioning.js'

/** Makes tenants from inside the application, as `POST /api/tenants` does. */
export interface TenantRegistry {
  /** @returns the new tenant's id. @throws Problem 409 when the subdomain is taken. */
  create(tenant: Omit<NewTenant, 'id'>): Promise<string>
  /** Whether there is any, also one that will be deleted. */
  hasAny(): Promise<boolean>
}

export const tenantRegistry = service<TenantRegistry>('tenants.registry')
