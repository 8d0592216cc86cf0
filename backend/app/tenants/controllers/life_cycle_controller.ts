import type { ItemInput } from '@crossdock/kernel/http'
import { enterTenant, leaveTenant } from '../actions/note_presence.js'
import { planDeletion, restoreTenant } from '../actions/plan_deletion.js'
import { reactivateTenant, suspendTenant } from '../actions/suspend_tenant.js'
import type { deleteTenantQuery, suspendTenantValidator } from '../validators/tenant.js'

/** Suspends, deletes and restores tenants, and records who works in them. */
export default class LifeCycleController {
  suspend({ params, body }: ItemInput<typeof suspendTenantValidator>) {
    return suspendTenant(params.id, body.reason || null)
  }

  reactivate({ params }: ItemInput) {
    return reactivateTenant(params.id)
  }

  destroy({ params, query }: ItemInput<undefined, typeof deleteTenantQuery>) {
    return planDeletion(params.id, query.confirm)
  }

  restore({ params }: ItemInput) {
    return restoreTenant(params.id)
  }

  enter({ params }: ItemInput) {
    return enterTenant(params.id)
  }

  leave({ params }: ItemInput) {
    return leaveTenant(params.id)
  }
}
