import type { Tenant } from '@crossdock/client'
import type { Factory } from '../../factory.js'

export interface CreateTenantOptions {
  name?: string
  subdomain?: string
  adminEmail?: string
}

/** Creates a tenant. Asks for missing values. */
export async function createTenant(factory: Factory, options: CreateTenantOptions): Promise<void> {
  const api = await factory.api()
  const { prompter } = factory
  const name = await prompter.valueOrAsk(options.name, {
    message: 'Tenant name',
    flag: '--name',
    validate: (value) => value !== '' || 'Tenant name is required',
  })
  const subdomain = await prompter.valueOrAsk(options.subdomain, {
    message: 'Subdomain',
    flag: '--subdomain',
    validate: subdomainProblem,
  })
  const adminEmail = await prompter.valueOrAsk(options.adminEmail, {
    message: 'Admin email',
    flag: '--admin-email',
    validate: (value) => /^[^\s@]+@[^\s@]+$/.test(value) || 'Valid email address is required',
  })

  const tenant = await api.post<Tenant>('/api/tenants', { name, subdomain, adminEmail })
  if (factory.flags.json) return factory.printJson(tenant)
  factory.say(`Created the tenant ${tenant.name} (${tenant.subdomain}), id ${tenant.id}.`)
}

/** Checks the server's rules early, with the same messages. */
function subdomainProblem(value: string): string | true {
  if (value.length < 3) return 'Subdomain must be at least 3 characters'
  if (!/^[a-z0-9-]+$/.test(value)) {
    return 'Subdomain can only contain lowercase letters, numbers, and hyphens'
  }
  return !/^-|-$/.test(value) || 'Subdomain cannot start or end with a hyphen'
}
