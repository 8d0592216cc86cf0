import { variablesIn } from '@crossdock/environments/contracts'
import { isRecord } from '../placeholders/values.js'
import type { ApiEndpoint } from '../models/api_endpoint.js'

/** Returns the variables that an endpoint uses. Mappings name them without braces. */
export function variablesOf({
  path,
  requestSchema,
  fieldMapping: { systemFields },
}: Pick<ApiEndpoint, 'path' | 'requestSchema' | 'fieldMapping'>): string[] {
  const mapped = isRecord(systemFields) ? Object.values(systemFields) : []
  return variablesIn(
    JSON.stringify([path, requestSchema, mapped.map((from) => `{${String(from)}}`)])
  )
}
