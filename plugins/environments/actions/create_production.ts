import { TenantEnvironment } from '../models/tenant_environment.js'

/** The environment every tenant starts with; runs in the transaction that makes the tenant, in its scope. */
export async function createProduction(): Promise<void> {
  // The limits are the defaults of the table.
  await TenantEnvironment.create({
    name: 'production',
    displayName: 'Production',
    description: 'Live data and connections.',
  })
}
