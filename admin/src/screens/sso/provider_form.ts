import type { OauthConfig } from '@crossdock/client'
import { MASK } from '@crossdock/admin/kit'

/** The form values of an identity provider. */
export interface ProviderForm {
  name: string
  provider: string
  issuer: string | null
  tenantIdOAuth: string | null
  clientId: string
  clientSecret: string | null
  settings: OauthConfig['settings']
}

/** The initial form values. The secret starts empty, because its mask is not a value. */
export function toForm(config?: OauthConfig): ProviderForm {
  const { name = '', provider = 'oidc', issuer = null, clientId = '' } = config ?? {}
  return {
    name,
    provider,
    issuer,
    clientId,
    clientSecret: null,
    tenantIdOAuth: config?.tenantIdOAuth ?? null,
    settings: config?.settings ?? {
      allowedDomains: [],
      defaultRole: 'user',
      roleMapping: [],
      emailClaim: 'email',
      mapsAtEachSignIn: false,
      trustsAddresses: false,
    },
  }
}

/**
 * The request body. A secret that was not entered is sent as its mask, which keeps it. The server asks for it
 * again when the issuer changes.
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
