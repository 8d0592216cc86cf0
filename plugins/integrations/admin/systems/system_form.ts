import type { ExternalSystem } from '@crossdock/client'
import {
  kindNamed,
  toConfig,
  toFields,
  type JsonSchema,
  type KindEntry,
} from '@crossdock/admin/kit'
import type { SystemKinds } from './kinds.js'

type Fields = Record<string, unknown>

export interface SystemForm {
  name: string
  systemType: string
  description: string | null
  baseUrl: string | null
  /** What the chosen kind of system asks for. */
  config: Fields
  authType: string
  /** What the chosen way of authentication asks for. */
  authConfig: Fields
  capabilities: string[]
  isActive: boolean
}

/** The fields of a kind's configuration; of a kind that is not installed what is stored, as it is. */
export const fieldsOf = (kind: KindEntry | undefined, stored: unknown = {}): Fields =>
  kind ? toFields(kind.schema, stored) : (stored as Fields)

/** What the dialog starts with. Secrets start empty: their mask is no value. */
export function toForm(
  { connectors, authTypes }: SystemKinds,
  system?: ExternalSystem
): SystemForm {
  const { systemType = 'api', authType = 'bearer' } = system ?? {}
  return {
    name: system?.name ?? '',
    systemType,
    description: system?.description ?? '',
    baseUrl: system?.baseUrl ?? '',
    config: fieldsOf(kindNamed(connectors, systemType), system?.config),
    authType,
    authConfig: fieldsOf(kindNamed(authTypes, authType), system?.authConfig),
    capabilities: system?.capabilities ?? ['send'],
    isActive: system?.isActive ?? true,
  }
}

/** What is sent: of secrets only those that were typed, null for what was emptied. */
export function toBody(
  { connectors, authTypes }: SystemKinds,
  form: SystemForm,
  system: ExternalSystem | undefined,
  tenantId: string | undefined
) {
  const connector = kindNamed(connectors, form.systemType)
  const authType = kindNamed(authTypes, form.authType)
  const stored = system?.systemType === form.systemType ? system.config : undefined
  const config = connector ? toConfig(connector.schema, form.config, stored) : form.config
  return {
    tenantId,
    name: form.name.trim(),
    systemType: form.systemType,
    description: form.description?.trim() || null,
    baseUrl: form.baseUrl?.trim() || null,
    ...(Object.keys(config).length > 0 ? { config } : {}),
    authType: form.authType,
    ...(authType ? { authConfig: credentialsOf(authType.schema, form, system) } : {}),
    capabilities: form.capabilities,
    isActive: form.isActive,
  }
}

/** Credentials that are left out stay as they are. */
function credentialsOf(schema: JsonSchema, form: SystemForm, system: ExternalSystem | undefined) {
  const stored = (system?.authType === form.authType ? system.authConfig : {}) as Fields
  const entered = toConfig(schema, form.authConfig)
  const credentials: Fields = {}
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const value = entered[name]
    if (value !== undefined && !isSame(value, stored[name])) credentials[name] = value
    else if (value === undefined && !part.writeOnly && isSet(stored[name])) credentials[name] = null
  }
  return credentials
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isSet = (value: unknown) => value !== null && value !== undefined && !isSame(value, {})
