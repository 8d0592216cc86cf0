import { jobRef } from '@crossdock/kernel/jobs'

/** Deletes everything of a tenant whose grace period is over, and the tenant last. The operator's job: the tenant has none any more. */
export const deleteTenant = jobRef<{ tenantId: string }>('tenants.delete')
