import { Problem, text } from '@crossdock/kernel/ground'
import type { RequestSchema } from '../../contracts/index.js'
import { Refused } from './refused.js'
import type { ReceivedRequest } from './run_data.js'
import { faultsOf, isSchema } from '../schema/json_schema.js'

/**
 * Checks a request against the schema of its endpoint. Required headers and query parameters are checked by
 * name, the body by its JSON Schema or by the names in a sample.
 * @throws Refused 422 that names the error
 */
export function checkRequest(
  schema: RequestSchema,
  { headers, query, body }: ReceivedRequest
): void {
  const missing = [
    ...Object.keys(schema.headers ?? {})
      .filter((name) => headers[name.toLowerCase()] === undefined)
      .map((name) => `headers.${name}`),
    ...Object.keys(schema.queryParams ?? {})
      .filter((name) => query[name] === undefined)
      .map((name) => `query.${name}`),
  ].map((field) => ({ field, says: 'is missing' }))
  const faults = [...missing, ...bodyFaults(schema.body, body)].slice(0, 20)
  const [first] = faults
  if (!first) return
  const errors = faults.map(({ field, says }) => ({
    field,
    rule: 'schema',
    text: text('{field} {says}.', { field, says }),
  }))
  const sentence = text('The request does not fit the schema of its endpoint: {field} {says}.', {
    ...first,
  })
  throw new Refused('refused_schema', new Problem(422, 'E_SCHEMA', sentence, { errors }))
}

function bodyFaults(schema: unknown, body: unknown) {
  if (schema === undefined || schema === null || schema === '') return []
  if (isSchema(schema)) return faultsOf(schema, body)
  // The body is a sample, whose names are required.
  if (typeof schema !== 'object' || Array.isArray(schema)) return []
  return faultsOf({ type: 'object', required: Object.keys(schema) }, body)
}
