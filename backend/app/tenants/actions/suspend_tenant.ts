import { tenantReactivated, tenantSuspended } from '../event_types.js'
import type { Tenant } from '../models/tenant.js'
import { moveTenant, named, tell } from './change_tenant.js'

/**
 * Closes a tenant: nobody of it gets in, its links lead nowhere, and its work waits. Ends its sessions for good, in the
 * same transaction (a trigger of the access domain). @throws Problem 404, 409 unless it is open
 */
export function suspendTenant(id: string, reason: string | null): Promise<Tenant> {
  const move = {
    from: ['active', 'inactive'],
    to: () => ({ status: 'suspended', statusReason: reason }),
  }
  return moveTenant(id, move, (tenant) =>
    tell(tenantSuspended, tenant, { ...named(tenant), reason })
  )
}

/** Opens a tenant again: its work goes on where it stood. @throws Problem 404, 409 unless it is closed */
export function reactivateTenant(id: string): Promise<Tenant> {
  const move = {
    from: ['suspended', 'inactive'],
    to: () => ({ status: 'active', statusReason: null }),
  }
  return moveTenant(id, move, (tenant) => tell(tenantReactivated, tenant, named(tenant)))
}
