import { tenantReactivated, tenantSuspended } from '../event_types.js'
import type { Tenant } from '../models/tenant.js'
import { moveTenant, eventFields, recordForTenant } from './change_tenant.js'

/**
 * Suspends a tenant: its people cannot sign in, its links stop working, and its work pauses. Ends its
 * sessions permanently in the same transaction (a trigger of the access domain).
 * @throws Problem 404; 409 unless it is active
 */
export function suspendTenant(id: string, reason: string | null): Promise<Tenant> {
  const move = {
    from: ['active', 'inactive'],
    to: () => ({ status: 'suspended', statusReason: reason }),
  }
  return moveTenant(id, move, (tenant) =>
    recordForTenant(tenantSuspended, tenant, { ...eventFields(tenant), reason })
  )
}

/** Reactivates a tenant; its work continues. @throws Problem 404; 409 unless it is suspended */
export function reactivateTenant(id: string): Promise<Tenant> {
  const move = {
    from: ['suspended', 'inactive'],
    to: () => ({ status: 'active', statusReason: null }),
  }
  return moveTenant(id, move, (tenant) =>
    recordForTenant(tenantReactivated, tenant, eventFields(tenant))
  )
}
