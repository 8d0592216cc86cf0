import { extensionPoint } from '@crossdock/kernel/plugin'

export interface NewTenant {
  id: string
  name: string
  subdomain: string
  adminEmail: string
}

/**
 * Adds what a new tenant needs from the start. Runs inside the tenant and the transaction that creates it. It may
 * only do database work, and any failure rolls everything back.
 */
export type TenantProvisioner = (tenant: NewTenant) => Promise<void>

export const tenantProvisioning = extensionPoint<TenantProvisioner>('tenants.provisioning')
