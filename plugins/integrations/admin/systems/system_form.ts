import type { ExternalSystem } from '@crossdock/client'
import { kindNamed, MASK, toConfig, toFields, toValues, type KindEntry } from '@crossdock/admin/kit'
import type { SystemKinds } from './kinds.js'

export type Fields = Record<string, unknown>

/** A system as its dialog holds it: what a kind asks for as fields, the rest as it is. */
export interface SystemForm extends Partial<Omit<ExternalSystem, 'config' | 'authConfig'>> {
  systemType: string
  authType: string
  capabilities: string[]
  /** What the chosen kind of system asks for. */
  config: Fields
  /** What the chosen way of authentication asks for. */
  authConfig: Fields
}

/** The fields of a kind's configuration; of a kind that is not installed what is stored, as it is. */
export const fieldsOf = (kind: KindEntry | undefined, stored: unknown = {}): Fields =>
  kind ? toFields(kind.schema, stored) : (stored as Fields)

/**
 * What of a stored configuration also counts for another kind: the server keeps the parts of the same name
 * until something else is given, and the form has to show what is kept.
 */
export function sharedWith(kind: KindEntry | undefined, stored: unknown): unknown {
  if (!kind) return stored
  const parts = Object.entries((stored ?? {}) as Fields).filter(([name, value]) => {
    const part = kind.schema.properties?.[name]
    return part && (part.writeOnly || value !== MASK)
  })
  return Object.fromEntries(parts)
}

/** What the dialog starts with. Secrets start empty: their mask is no value. */
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
 * What is sent: null for what was emptied, and of secrets that were not typed the mask. It says that they
 * are meant to stay: the server asks for them again when the system moves, where it would drop in
 * silence what was left out.
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

/** Credentials of which nothing is shown are left out: they stay as they are. */
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
