import type { OauthConfig } from '@crossdock/client'
import { MASK } from '@crossdock/admin/kit'

/** An identity provider as its dialog holds it. */
export interface ProviderForm {
  name: string
  provider: string
  issuer: string | null
  tenantIdOAuth: string | null
  clientId: string
  clientSecret: string | null
  settings: OauthConfig['settings']
}

/** What the dialog starts with. The secret starts empty: its mask is no value. */
export function toForm(config?: OauthConfig): ProviderForm {
  const { name = '', provider = 'oidc', issuer = null, clientId = '' } = config ?? {}
  return {
    ...{ name, provider, issuer, clientId, clientSecret: null },
    tenantIdOAuth: config?.tenantIdOAuth ?? null,
    settings: config?.settings ?? {
      ...{ allowedDomains: [], defaultRole: 'user', roleMapping: [], emailClaim: 'email' },
      ...{ mapsAtEachSignIn: false, trustsAddresses: false },
    },
  }
}

/**
 * What is sent. A secret that was not typed is sent as its mask: that says it is meant to stay, and the server asks
 * for it again where the provider goes to another issuer.
 */
export function toBody(form: ProviderForm, config?: OauthConfig) {
  const { provider, issuer, tenantIdOAuth, clientSecret, settings } = form
  return {
    ...form,
    issuer: provider === 'oidc' ? issuer : null,
    tenantIdOAuth: provider === 'microsoft' ? tenantIdOAuth : null,
    clientSecret: clientSecret || (config?.clientSecret ? MASK : null),
    settings: { ...settings, roleMapping: settings.roleMapping ?? [] },
  }
}
