import { service } from '@crossdock/kernel/plugin'
import type { NewTenant } from './provisioning.js'

/** Creates tenants from inside the application, like `POST /api/tenants`. */
export interface TenantRegistry {
  /** @returns the new tenant's id @throws Problem 409 when the subdomain is taken */
  create(tenant: Omit<NewTenant, 'id'>): Promise<string>
  /** Whether any tenant exists, including one that will be deleted. */
  hasAny(): Promise<boolean>
}

export const tenantRegistry = service<TenantRegistry>('tenants.registry')
