import type { Held } from '@crossdock/environments/contracts'
import { updateEndpoint } from '../actions/endpoints.js'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { plainRequest, secretsOfRequest } from './request_secrets.js'

/** Returns the secrets that are written into endpoints, by the id of their system. Calls send them to its address. */
export async function endpointSecrets(
  systemIds: readonly string[],
  { lock }: { lock: boolean }
): Promise<Map<string, Held[]>> {
  const found = new Map<string, Held[]>()
  for (const { id, name, systemId, ...request } of await endpointsOf(systemIds, lock)) {
    const held = secretsOfRequest(request).map((secret) => ({ id, name, ...secret }))
    found.set(systemId, [...(found.get(systemId) ?? []), ...held])
  }
  return found
}

/** Deletes these secrets from all endpoints of a system that moves to another address. */
export async function deleteSecretsBelow(systemId: string): Promise<void> {
  for (const { id, ...request } of await endpointsOf([systemId], true)) {
    if (secretsOfRequest(request).length > 0) await updateEndpoint(id, plainRequest(request))
  }
}

async function endpointsOf(systemIds: readonly string[], lock: boolean) {
  if (systemIds.length === 0) return []
  const query = ApiEndpoint.query()
    .whereIn('system_id', [...systemIds])
    .orderBy('id')
    .select('id', 'name', 'system_id', 'path', 'request_schema')
  return (await (lock ? query.forUpdate() : query)).map(
    ({ id, name, systemId, path, requestSchema }) => ({ id, name, systemId, path, requestSchema })
  )
}
