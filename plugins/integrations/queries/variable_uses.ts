import { variablesIn, type VariableUse } from '@crossdock/environments/contracts'
import { openConfig } from '@crossdock/kernel/kinds'
import { SecretError } from '@crossdock/kernel/secrets'
import { contextOf, storedAuth } from '../config/stored.js'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { ExternalSystem } from '../models/external_system.js'

/** Matches the beginning of a variable placeholder, in text and in JSON. */
const place = '%{variables.%'

/**
 * Returns systems whose addresses, configurations or credentials use variables. Sealed parts are opened to
 * search them.
 */
export async function systemsWithVariables(): Promise<VariableUse[]> {
  const systems = await ExternalSystem.query()
    .where((query) => {
      query.where('base_url', 'like', place)
      for (const column of ['auth_config', 'config']) {
        query.orWhereRaw(`cast(${column} as text) like ?`, [place])
        // Select sealed texts too, because they do not reveal their content.
        query.orWhereRaw(`cast(${column} as text) like ?`, ['%s1.%'])
      }
    })
    .select('id', 'name', 'base_url', 'auth_config', 'config')
  return systems.flatMap((system) => {
    const { id, name, baseUrl, config } = system
    const texts = [
      baseUrl,
      readable(() => openConfig(config, contextOf(id))),
      readable(() => openConfig(storedAuth(system), contextOf(id))),
    ]
    return useOf('system', id, name, texts)
  })
}

/** Returns endpoints whose paths, requests or mappings use variables. */
export async function endpointsWithVariables(): Promise<VariableUse[]> {
  const endpoints = await ApiEndpoint.query()
    .where((query) => {
      query.where('path', 'like', place)
      query.orWhereRaw('cast(request_schema as text) like ?', [place])
      query.orWhereRaw('cast(field_mapping as text) like ?', ['%variables.%'])
    })
    .select('id', 'name', 'path', 'request_schema', 'field_mapping')
  return endpoints.flatMap(({ id, name, path, requestSchema, fieldMapping }) => {
    const sources = Object.values(fieldMapping.systemFields ?? {}).map((source) => `{${source}}`)
    return useOf('endpoint', id, name, [path, requestSchema, sources])
  })
}

function useOf(type: string, id: string, name: string, texts: unknown): VariableUse[] {
  const variables = variablesIn(JSON.stringify(texts))
  return variables.length > 0 ? [{ type, id, name, variables }] : []
}

/** Returns an opened value; null if it cannot be opened. */
function readable(open: () => unknown): unknown {
  try {
    return open()
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}
