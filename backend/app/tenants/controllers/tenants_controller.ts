import type { Input, ItemInput } from '@crossdock/kernel/http'
import { createTenant } from '../actions/create_tenant.js'
import { updateTenant } from '../actions/update_tenant.js'
import { findTenant, listTenants } from '../queries/tenants.js'
import type { createTenantValidator, updateTenantValidator } from '../validators/tenant.js'

export default class TenantsController {
  index({ list }: Input) {
    return listTenants(list)
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
