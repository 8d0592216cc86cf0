import { tenantEntered, tenantLeft } from '../event_types.js'
import { changeTenant, named, tell } from './change_tenant.js'

/** Notes that the super administrator begins to work in a tenant. It opens nothing: they may anyway. @throws Problem 404 */
export async function enterTenant(id: string): Promise<void> {
  await changeTenant(id, (tenant) => tell(tenantEntered, tenant, named(tenant)))
}

/** Notes that they have done. @throws Problem 404 */
export async function leaveTenant(id: string): Promise<void> {
  await changeTenant(id, (tenant) => tell(tenantLeft, tenant, named(tenant)))
}
