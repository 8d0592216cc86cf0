import { signInRules } from '@crossdock/backend/tenants'
import { tenantDirectory } from '@crossdock/kernel/http'
import { asOperator } from '@crossdock/kernel/tenancy'
import { OauthConfig } from '../models/oauth_config.js'

const mostShown = 20

/** A provider people may sign in by; null for one that is off, and in a tenant that is closed. */
export async function activeConfig(id: string): Promise<OauthConfig | null> {
  const config = await asOperator('who signs in is in no tenant yet', () =>
    OauthConfig.query().where('id', id).where('is_active', true).first()
  )
  if (!config) return null
  const tenant = await tenantDirectory.use().find(config.tenantId)
  return tenant?.status === 'active' ? config : null
}

/**
 * What the people of an organization, named by id or subdomain, may sign in by. Nothing, alike, for one that has
 * nothing, is closed, or is not there.
 */
export async function providersOf(
  organization: string
): Promise<{ id: string; name: string; isOnly: boolean }[]> {
  const tenant = organization ? await tenantDirectory.use().find(organization) : null
  const configs = await asOperator('who signs in is in no tenant yet', () =>
    OauthConfig.query()
      .where('tenant_id', tenant?.status === 'active' ? tenant.id : '')
      .where('is_active', true)
      .orderBy('name')
      .orderBy('id')
      .limit(mostShown)
  )
  // Whoever may know the providers may know that there is no other way in.
  const isOnly =
    tenant !== null && configs.length > 0 && (await signInRules.use().of(tenant.id)).ssoOnly
  return configs.map(({ id, name }) => ({ id, name, isOnly }))
}
