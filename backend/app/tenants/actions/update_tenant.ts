import { isUniqueViolation } from '@crossdock/kernel/database'
import type { Output } from '@crossdock/kernel/shapes'
import { tenantUpdated } from '../event_types.js'
import type { Tenant } from '../models/tenant.js'
import type { updateTenantValidator } from '../validators/tenant.js'
import { changeTenant, eventFields, recordForTenant } from './change_tenant.js'
import { subdomainTaken } from './conflicts.js'

type Changes = Output<typeof updateTenantValidator>

/** Changes the name, subdomain or plan of a tenant. @throws Problem 404; 409 when the subdomain is taken */
export async function updateTenant(id: string, changes: Changes): Promise<Tenant> {
  try {
    const lock = changes.subdomain === undefined ? 'no key update' : 'update'
    return await changeTenant(id, (tenant) => update(tenant, changes), lock)
  } catch (error) {
    if (!isUniqueViolation(error, 'subdomain')) throw error
    throw subdomainTaken(changes.subdomain ?? '')
  }
}

async function update(tenant: Tenant, changes: Changes): Promise<void> {
  const { name = tenant.name, subdomain = tenant.subdomain } = changes
  const before = tenant.settings.plan ?? null
  const { plan = before } = changes
  const changed = [
    ...(name === tenant.name ? [] : ['name']),
    ...(subdomain === tenant.subdomain ? [] : ['subdomain']),
    ...(plan === before ? [] : ['plan']),
  ]
  if (changed.length === 0) return
  tenant.merge({ name, subdomain })
  if (plan !== before) tenant.settings = { ...tenant.settings, plan }
  await tenant.save()
  await recordForTenant(tenantUpdated, tenant, { ...eventFields(tenant), changed })
}
