import type { ExternalSystem } from '@crossdock/client'
import { kindNamed, MASK, toConfig, toFields, toValues, type KindEntry } from '@crossdock/admin/kit'
import type { SystemKinds } from './kinds.js'

export type Fields = Record<string, unknown>

/** The values of the system dialog, with the configuration as fields. */
export interface SystemForm extends Partial<Omit<ExternalSystem, 'config' | 'authConfig'>> {
  systemType: string
  authType: string
  capabilities: string[]
  /** Configuration fields of the selected kind. */
  config: Fields
  /** Credential fields of the selected authentication type. */
  authConfig: Fields
}

/** The fields of a kind's configuration. For a kind that is not installed, the stored value unchanged. */
export const fieldsOf = (kind: KindEntry | undefined, stored: unknown = {}): Fields =>
  kind ? toFields(kind.schema, stored) : (stored as Fields)

/**
 * The stored parts that also apply to another kind. The server keeps them until they are replaced, so the form
 * must show them.
 */
export function sharedWith(kind: KindEntry | undefined, stored: unknown): unknown {
  if (!kind) return stored
  const parts = Object.entries((stored ?? {}) as Fields).filter(([name, value]) => {
    const part = kind.schema.properties?.[name]
    return part && (part.writeOnly || value !== MASK)
  })
  return Object.fromEntries(parts)
}

/** Initial values of the dialog. Secrets start empty: their mask is not a value. */
export function toForm(
  { connectors, authTypes }: SystemKinds,
  system?: ExternalSystem
): SystemForm {
  const { systemType = 'api', authType = 'bearer' } = system ?? {}
  return {
    capabilities: ['send'],
    isActive: true,
    breakAfter: 5,
    ...system,
    systemType,
    config: fieldsOf(kindNamed(connectors, systemType), system?.config),
    authType,
    authConfig: fieldsOf(kindNamed(authTypes, authType), system?.authConfig),
  }
}

/**
 * The request body. Emptied fields become null. Untouched secrets are sent as the mask, which keeps them. If they
 * were omitted and the system moved, the server would silently drop them; for a mask it asks for the secret again.
 */
export function toBody(
  { connectors, authTypes }: SystemKinds,
  form: SystemForm,
  system: ExternalSystem | undefined,
  tenantId: string | undefined
) {
  const connector = kindNamed(connectors, form.systemType)
  const authType = kindNamed(authTypes, form.authType)
  const isSameType = system?.systemType === form.systemType
  const stored = isSameType ? system.config : sharedWith(connector, system?.config)
  const config = connector ? toConfig(connector.schema, form.config, stored) : form.config
  return {
    ...toValues(form),
    tenantId,
    config: Object.keys(config).length > 0 ? config : undefined,
    authConfig: authType && credentialsOf(authType, form, system),
    capabilities: connector
      ? form.capabilities.filter((one) => connector.capabilities.includes(one))
      : form.capabilities,
  }
}

/** Omits credentials that have no visible fields, so that they are kept. */
function credentialsOf(authType: KindEntry, form: SystemForm, system: ExternalSystem | undefined) {
  const stored = sharedWith(authType, system?.authConfig) as Fields
  const entered = toConfig(authType.schema, form.authConfig, stored)
  const credentials: Fields = {}
  for (const [name, part] of Object.entries(authType.schema.properties ?? {})) {
    if (part['x-unused']) continue
    const value = entered[name]
    if (isSet(value)) credentials[name] = value
    else if (!part.writeOnly && isSet(stored[name])) credentials[name] = null
  }
  return credentials
}

const isSet = (value: unknown) =>
  value !== null && value !== undefined && JSON.stringify(value) !== '{}'
