import type { Tenant } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { findTenant } from './find.js'

export interface UpdateTenantOptions {
  name?: string
  subdomain?: string
  plan?: string
}

/** Changes the name, subdomain or plan of a tenant. */
export async function updateTenant(
  factory: Factory,
  typed: string,
  { name, subdomain, plan }: UpdateTenantOptions
): Promise<void> {
  if (name === undefined && subdomain === undefined && plan === undefined) {
    throw new UsageError('There is nothing to change. Give --name, --subdomain or --plan.')
  }
  const api = await factory.api()
  const { id } = await findTenant(api, typed)
  const tenant = await api.put<Tenant>(`/api/tenants/${id}`, {
    name,
    subdomain,
    ...(plan === undefined ? {} : { plan: plan === 'none' ? null : plan }),
  })
  if (factory.flags.json) return factory.printJson(tenant)
  factory.say(`Changed the tenant ${tenant.name} (${tenant.subdomain}).`)
}

export interface SuspendTenantOptions {
  reason?: string
  yes?: boolean
}

/** Suspends a tenant: its people cannot sign in, and its work stops. */
export async function suspendTenant(
  factory: Factory,
  typed: string,
  { reason, yes }: SuspendTenantOptions
): Promise<void> {
  const api = await factory.api()
  const { id, name } = await findTenant(api, typed)
  await factory.prompter.assertConfirmed(
    yes ?? false,
    `Suspend the tenant ${name}? Its people lose access immediately.`
  )
  const tenant = await api.post<Tenant>(`/api/tenants/${id}/suspend`, { reason })
  if (factory.flags.json) return factory.printJson(tenant)
  factory.say(`Suspended the tenant ${name}.`)
}

/** Reactivates a suspended tenant. */
export async function reactivateTenant(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const { id, name } = await findTenant(api, typed)
  const tenant = await api.post<Tenant>(`/api/tenants/${id}/reactivate`, {})
  if (factory.flags.json) return factory.printJson(tenant)
  factory.say(`Reactivated the tenant ${name}.`)
}

/** Closes a tenant and schedules its deletion after the grace period. The user must type its subdomain. */
export async function deleteTenant(
  factory: Factory,
  typed: string,
  { confirm }: { confirm?: string }
): Promise<void> {
  const api = await factory.api()
  const { id, name, subdomain } = await findTenant(api, typed)
  const confirmed = await factory.prompter.valueOrAsk(confirm, {
    message: `Type ${subdomain} to delete the tenant ${name} with all its data`,
    flag: '--confirm',
    validate: (value) => value === subdomain || `That is not its subdomain, ${subdomain}.`,
  })
  const query = new URLSearchParams({ confirm: confirmed }).toString()
  const tenant = await api.delete<Tenant>(`/api/tenants/${id}?${query}`)
  if (factory.flags.json) return factory.printJson(tenant)
  factory.say(
    `Closed the tenant ${name}. All its data is deleted at ${tenant.deletesAt}. To keep it: crossdock tenants restore ${subdomain}`
  )
}

/** Cancels the deletion of a tenant. */
export async function restoreTenant(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const { id, name } = await findTenant(api, typed)
  const tenant = await api.post<Tenant>(`/api/tenants/${id}/restore`, {})
  if (factory.flags.json) return factory.printJson(tenant)
  factory.say(`Restored the tenant ${name}. Its status is ${tenant.status}.`)
}
