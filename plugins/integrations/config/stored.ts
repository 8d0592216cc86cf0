import { parseJson } from '@crossdock/kernel/json'
import { maskConfig, schemaOf, sealConfig, type Kind } from '@crossdock/kernel/kinds'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { httpAuthTypes } from '../auth_types/index.js'
import { isRecord } from '../calls/values.js'
import type { ExternalSystem, StoredConfig } from '../models/external_system.js'

type WithAuth = Pick<ExternalSystem, 'id' | 'authConfig'>

/** What the secrets of a system are sealed for. */
export const contextOf = (systemId: string): string => `external_systems:${systemId}`

/**
 * The stored credentials of a system. Earlier versions sealed them as a whole: such are taken apart.
 * @throws SecretError when the key they were sealed with is gone
 */
export function storedAuth({ id, authConfig }: WithAuth): StoredConfig {
  if (typeof authConfig !== 'string') return authConfig ?? {}
  const opened = parseJson(secrets.use().open(authConfig, `${contextOf(id)}:auth_config`))
  return sealConfig(httpAuthTypes.oauth2, opened as StoredConfig, {}, contextOf(id))
}

/** As `storedAuth`; undefined when the key of credentials that are sealed as a whole is gone. */
export function readableAuth(system: WithAuth): StoredConfig | undefined {
  try {
    return storedAuth(system)
  } catch (error) {
    if (error instanceof SecretError) return undefined
    throw error
  }
}

/** A stored configuration with its secrets masked. */
export function masked(stored: unknown): Record<string, unknown> {
  const shown = maskConfig(stored)
  return isRecord(shown) ? shown : {}
}

/** A stored configuration as the API shows it: parts that are not set as null, secrets masked. */
export function showConfig(kind: Kind | undefined, stored: unknown): Record<string, unknown> {
  const names = kind ? Object.keys(schemaOf(kind).properties ?? {}) : []
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...masked(stored) }
}
