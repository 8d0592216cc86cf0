import { jobRef } from '@crossdock/kernel/jobs'

/**
 * Deletes all data of a tenant whose grace period is over, and the tenant last. Belongs to no tenant, because the
 * tenant disappears.
 */
export const deleteTenant = jobRef<{ tenantId: string }>('tenants.delete')
