import { brands } from '@crossdock/backend/tenants'
import { unscoped } from '@crossdock/kernel/database'
import { Problem, text } from '@crossdock/kernel/ground'
import { whereToWatchFrom } from '@crossdock/kernel/events'
import { settings } from '@crossdock/kernel/settings'
import { currentContext } from '@crossdock/kernel/tenancy'
import { accounts, type Account } from '@crossdock/backend/users'

/** The caller for the console: the person, the current tenant and the permissions. */
export async function describeCaller() {
  const { actor, tenantId, permissions } = currentContext()
  if (!actor.userId) {
    const message = text('{actor} does not act for a person, so no person is signed in.', {
      actor: actor.label,
    })
    throw new Problem(403, 'E_NO_PERSON', message)
  }
  const account = await accounts.use().find(actor.userId)
  if (!account) throw new Problem(401, 'E_UNAUTHENTICATED', text('Sign in first.'))
  return {
    user: showAccount(account),
    tenant: tenantId ? await tenantOf(tenantId) : null,
    host: new URL(settings.use().APP_URL).host,
    permissions: [...permissions].sort(),
    eventsFrom: await whereToWatchFrom(),
    preferences: actor.type === 'user' ? await accounts.use().preferencesOf(account.id) : {},
  }
}

function showAccount(account: Account) {
  return {
    id: account.id,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    role: account.isSuperAdmin ? 'super_admin' : account.role,
    isSuperAdmin: account.isSuperAdmin,
    tenantId: account.tenantId,
    lastLoginAt: account.lastLoginAt,
    createdAt: account.createdAt,
  }
}

async function tenantOf(id: string) {
  const tenant = await unscoped().from('tenants').where('id', id).first()
  if (!tenant) return null
  return { id, name: tenant.name, subdomain: tenant.subdomain, ...(await brands.use().of(id)) }
}
