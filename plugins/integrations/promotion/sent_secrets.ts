import {
  environmentVariables,
  secretPlaces,
  variablesIn,
  withoutCredentials,
  type KnownVariable,
} from '@crossdock/environments/contracts'
import { flowSteps } from '@crossdock/flows/contracts'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { plainRequest } from './request_secrets.js'
import { variablesOf } from './request_variables.js'

/**
 * Finds further secrets that endpoints and steps send to systems: secret variables, and text that looks like a
 * secret. They are kept when a system moves.
 * @returns names and places by system id, never values: `Post order: {variables.TOKEN}`
 */
export async function sentSecrets(systemIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  if (systemIds.length === 0) return found
  const secret = secretNames((await environmentVariables.use().read()).all())
  const add = (systemId: string, name: string, variables: string[], places: string[]) => {
    const named = variables.filter((one) => secret.has(one)).map((one) => `{variables.${one}}`)
    const all = [...named, ...places].map((place) => `${name}: ${place}`)
    if (all.length > 0) found.set(systemId, [...(found.get(systemId) ?? []), ...all])
  }
  const endpoints = await ApiEndpoint.query()
    .whereIn('system_id', [...systemIds])
    .orderBy('name')
    .orderBy('id')
    .select('id', 'name', 'system_id', 'path', 'request_schema', 'field_mapping')
  for (const endpoint of endpoints) {
    const { path, requestSchema } = plainRequest(endpoint)
    const places = [...secretPlaces(path, 'path'), ...secretPlaces(requestSchema, 'requestSchema')]
    add(endpoint.systemId, endpoint.name, variablesOf(endpoint), places)
  }
  const owners = new Map(endpoints.map(({ id, systemId }) => [id, systemId]))
  for (const { workflow, name, names, config } of await flowSteps
    .use()
    .naming([...systemIds, ...owners.keys()])) {
    const places = [
      ...secretPlaces(config, 'config'),
      ...withoutCredentials(config, 'config').credentials,
    ]
    const variables = variablesIn(JSON.stringify(config))
    for (const systemId of new Set(names.map((id) => owners.get(id) ?? id))) {
      add(systemId, `${workflow}, step ${name}`, variables, [...new Set(places)])
    }
  }
  return found
}

/** Returns the names of secret variables, and of variables whose values use a secret one. */
function secretNames(all: readonly KnownVariable[]): Set<string> {
  const secret = new Set(all.filter(({ isSecret }) => isSecret).map(({ name }) => name))
  for (let before = -1; before < secret.size;) {
    before = secret.size
    for (const { name, value } of all) {
      if (variablesIn(value ?? '').some((inner) => secret.has(inner))) secret.add(name)
    }
  }
  return secret
}
