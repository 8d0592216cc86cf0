import { extensionPoint } from '@crossdock/kernel/plugin'

export interface NewTenant {
  id: string
  name: string
  subdomain: string
  adminEmail: string
}

/**
 * Gives a new tenant what it needs from the start. Runs inside the tenant, in the transaction that
 * creates it: only database work, and all of it is undone when anything fails.
 */
export type TenantProvisioner = (tenant: NewTenant) => Promise<void>

export const tenantProvisioning = extensionPoint<TenantProvisioner>('tenants.provisioning')
