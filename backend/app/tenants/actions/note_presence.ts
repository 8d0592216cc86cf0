import { tenantEntered, tenantLeft } from '../event_types.js'
import { changeTenant, eventFields, recordForTenant } from './change_tenant.js'

/** Records that a super administrator starts to work in a tenant. It grants no access. @throws Problem 404 */
export async function enterTenant(id: string): Promise<void> {
  await changeTenant(id, (tenant) => recordForTenant(tenantEntered, tenant, eventFields(tenant)))
}

/** Records that a super administrator stops working in a tenant. @throws Problem 404 */
export async function leaveTenant(id: string): Promise<void> {
  await changeTenant(id, (tenant) => recordForTenant(tenantLeft, tenant, eventFields(tenant)))
}
