import { TenantEnvironment } from '../models/tenant_environment.js'

/**
 * Creates the environment `production`, which every tenant has. Runs in the scope of the tenant, in the
 * transaction that creates the tenant.
 */
export async function createProduction(): Promise<void> {
  // The table supplies the default limits.
  await TenantEnvironment.create({
    name: 'production',
    displayName: 'Production',
    description: 'Live data and connections.',
  })
}
