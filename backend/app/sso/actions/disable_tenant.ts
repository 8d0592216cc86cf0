import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { signInRules } from '@crossdock/backend/tenants'
import { notFound } from '@crossdock/kernel/ground'
import { tenantDirectory, inTenant } from '@crossdock/kernel/tenancy'
import { OauthConfig } from '../models/oauth_config.js'
import { oauthConfigUpdated } from '../event_types.js'

/** See `operatorSwitch`. */
export async function disableTenant(tenant: string): Promise<string[]> {
  const found = await tenantDirectory.use().find(tenant)
  if (!found) throw notFound('There is no tenant with the id or subdomain "{id}".', tenant)
  return inTenant(found.id, () =>
    transaction(async () => {
      const rules = await signInRules.use().hold(found.id)
      await signInRules.use().change(found.id, { ...rules, ssoOnly: false })
      const configs = await OauthConfig.query()
        .where('is_active', true)
        .orderBy('name')
        .orderBy('id')
        .forUpdate()
      for (const config of configs) {
        const { id, name, issuer } = await config.merge({ isActive: false }).save()
        await recordEvent(oauthConfigUpdated, {
          target: { type: 'oauth_config', id },
          payload: { name, issuer, isActive: false },
        })
      }
      return configs.map(({ name }) => name)
    })
  )
}
