import type { ExternalSystem } from '@crossdock/client'
import type { AuthType } from '../model.js'

/** Credential fields of each authentication type, in the order they are asked for. */
export const credentials = {
  bearer: ['accessToken'],
  basic: ['username', 'password'],
  oauth2: ['clientId', 'clientSecret', 'tokenUrl'],
  apikey: ['apiKey'],
} as const satisfies Record<AuthType, readonly string[]>

export type CredentialName = (typeof credentials)[AuthType][number]

/** Credentials that are never shown once they are set. */
export const secrets: readonly string[] = ['accessToken', 'password', 'clientSecret', 'apiKey']

export interface SystemForm {
  name: string
  systemType: string
  description: string | null
  baseUrl: string | null
  authType: AuthType
  authConfig: Partial<Record<CredentialName, string | null>>
  capabilities: string[]
  isActive: boolean
}

/** What the dialog starts with. Secrets start empty: their mask is no value. */
export function toForm(system?: ExternalSystem): SystemForm {
  const authConfig: SystemForm['authConfig'] = {}
  for (const name of Object.values(credentials).flat()) {
    const value = system?.authConfig[name]
    authConfig[name] = typeof value === 'string' && !secrets.includes(name) ? value : ''
  }
  return {
    name: system?.name ?? '',
    systemType: system?.systemType ?? 'api',
    description: system?.description ?? '',
    baseUrl: system?.baseUrl ?? '',
    authType: (system?.authType as AuthType | undefined) ?? 'bearer',
    authConfig,
    capabilities: system?.capabilities ?? ['send'],
    isActive: system?.isActive ?? true,
  }
}

/** What is sent: only the chosen type's credentials, and of secrets only those that were typed. */
export function toBody(form: SystemForm, tenantId: string | undefined) {
  const authConfig: Record<string, string | null> = {}
  for (const name of credentials[form.authType]) {
    const value = form.authConfig[name]?.trim() ?? ''
    if (value) authConfig[name] = value
    else if (!secrets.includes(name)) authConfig[name] = null
  }
  return {
    tenantId,
    name: form.name.trim(),
    systemType: form.systemType,
    description: form.description?.trim() || null,
    baseUrl: form.baseUrl?.trim() || null,
    authType: form.authType,
    authConfig,
    capabilities: form.capabilities,
    isActive: form.isActive,
  }
}
