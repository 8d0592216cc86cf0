import { signInRules } from '@crossdock/backend/tenants'
import { conflict, text } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { OauthConfig } from '../models/oauth_config.js'

/**
 * Before a provider is locked that may be switched off or removed. @returns what to ask behind the change
 * @throws Problem 409 where people come in by providers alone, and none is left
 */
export async function keepingOne(): Promise<() => Promise<void>> {
  const { ssoOnly } = await signInRules.use().hold(currentTenantId())
  return async () => {
    if (!ssoOnly || (await OauthConfig.query().select('id').where('is_active', true).first()))
      return
    throw conflict(
      'E_SSO_ONLY',
      text(
        'People of this organization sign in by an identity provider only, and this is the last that is on. Set up another one first, or let people sign in by mail again (Security).'
      )
    )
  }
}
