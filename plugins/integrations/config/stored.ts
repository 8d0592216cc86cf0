import { parseJson } from '@crossdock/kernel/json'
import { maskConfig, schemaOf, sealConfig, type Kind } from '@crossdock/kernel/kinds'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { httpAuthTypes } from '../auth_types/index.js'
import { isRecord } from '../placeholders/values.js'
import type { ExternalSystem, StoredConfig } from '../models/external_system.js'

type WithAuth = Pick<ExternalSystem, 'id' | 'authConfig'>

/** Returns the context for which a system's secrets are sealed. */
export const contextOf = (systemId: string): string => `external_systems:${systemId}`

/**
 * Returns the stored credentials of a system. Splits credentials that earlier versions sealed as a whole.
 * @throws SecretError if their key is missing
 */
export function storedAuth({ id, authConfig }: WithAuth): StoredConfig {
  if (typeof authConfig !== 'string') return authConfig ?? {}
  const opened = parseJson(secrets.use().open(authConfig, `${contextOf(id)}:auth_config`))
  return sealConfig(httpAuthTypes.oauth2, opened as StoredConfig, {}, contextOf(id))
}

/** Like `storedAuth`, but undefined for credentials that are sealed as a whole and whose key is missing. */
export function readableAuth(system: WithAuth): StoredConfig | undefined {
  try {
    return storedAuth(system)
  } catch (error) {
    if (error instanceof SecretError) return undefined
    throw error
  }
}

/** Returns a stored configuration with its secrets masked. */
export function masked(stored: unknown): Record<string, unknown> {
  const shown = maskConfig(stored)
  return isRecord(shown) ? shown : {}
}

/** Returns a stored configuration for the API. Parts that are not set are null, and secrets are masked. */
export function showConfig(kind: Kind | undefined, stored: unknown): Record<string, unknown> {
  const names = kind ? Object.keys(schemaOf(kind).properties ?? {}) : []
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...masked(stored) }
}
