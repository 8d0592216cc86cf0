import { signInRules } from '@crossdock/backend/tenants'
import { tenantDirectory, asOperator } from '@crossdock/kernel/tenancy'
import { OauthConfig } from '../models/oauth_config.js'

const mostShown = 20

/** A provider that people may sign in with; null when it is off or its tenant is not active. */
export async function activeConfig(id: string): Promise<OauthConfig | null> {
  const config = await asOperator('a person who signs in has no tenant yet', () =>
    OauthConfig.query().where('id', id).where('is_active', true).first()
  )
  if (!config) return null
  const tenant = await tenantDirectory.use().find(config.tenantId)
  return tenant?.status === 'active' ? config : null
}

/**
 * The active providers of an organization, named by id or subdomain. Empty when it has none, is not active or
 * does not exist.
 */
export async function providersOf(
  organization: string
): Promise<{ id: string; name: string; isOnly: boolean }[]> {
  const tenant = organization ? await tenantDirectory.use().find(organization) : null
  const configs = await asOperator('a person who signs in has no tenant yet', () =>
    OauthConfig.query()
      .where('tenant_id', tenant?.status === 'active' ? tenant.id : '')
      .where('is_active', true)
      .orderBy('name')
      .orderBy('id')
      .limit(mostShown)
  )
  // Callers who may see the providers may also see that there is no other way to sign in.
  const isOnly =
    tenant !== null && configs.length > 0 && (await signInRules.use().of(tenant.id)).ssoOnly
  return configs.map(({ id, name }) => ({ id, name, isOnly }))
}
