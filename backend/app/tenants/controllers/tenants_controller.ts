import type { Input, ItemInput } from '@crossdock/kernel/http'
import { createTenant } from '../actions/create_tenant.js'
import { updateTenant } from '../actions/update_tenant.js'
import { findTenant, listTenants } from '../queries/tenants.js'
import { tenantsInUse } from '../queries/tenants_in_use.js'
import type { createTenantValidator, updateTenantValidator } from '../validators/tenant.js'

export default class TenantsController {
  index({ list }: Input) {
    return listTenants(list)
  }

  inUse() {
    return tenantsInUse()
  }

  show({ params }: ItemInput) {
    return findTenant(params.id)
  }

  async store({ body }: Input<typeof createTenantValidator>) {
    return findTenant(await createTenant(body))
  }

  update({ params, body }: ItemInput<typeof updateTenantValidator>) {
    return updateTenant(params.id, body)
  }
}
