import type { Text } from '@crossdock/kernel/ground'
import type { RequestSchema, ResponseSchema } from '../../contracts/index.js'
import type { EndpointMethod } from '../../contracts/vocabulary.js'
import type { ContractDefinition, TemplateEndpoint } from '../../definitions/template.js'

/**
 * A template that ships with Crossdock. Its id never changes. Its version increases when its definition changes.
 */
export interface ShippedTemplate {
  id: string
  version: string
  name: Text
  description: Text
  category: Text
  definition: ContractDefinition
}

interface More {
  group?: string
  headers?: RequestSchema['headers']
  query?: RequestSchema['queryParams']
  body?: unknown
  /** Expected statuses. Default: only 200. */
  expects?: number[]
  answers?: unknown
}

/** Defines an endpoint: `endpoint('createOrder', 'POST /orders', 'Create an order', …)`. */
export function endpoint(
  key: string,
  route: `${EndpointMethod} /${string}`,
  name: string,
  { group = '', headers, query, body, expects = [200], answers }: More = {}
): TemplateEndpoint {
  const at = route.indexOf(' ')
  const requestSchema: RequestSchema = {
    ...(headers ? { headers } : {}),
    ...(query ? { queryParams: query } : {}),
    ...(body === undefined ? {} : { body }),
  }
  const responseSchema: ResponseSchema = {
    expectedStatus: expects,
    ...(answers === undefined ? {} : { body: answers }),
  }
  const method = route.slice(0, at) as EndpointMethod
  return { key, group, name, method, path: route.slice(at + 1), requestSchema, responseSchema }
}

/** Returns the connection settings of a template's systems. */
export const connectionSettings = (
  authType: string,
  authConfig: Record<string, unknown> = {}
): ContractDefinition['system'] => ({
  baseUrl: null,
  authType,
  authConfig,
  capabilities: ['send', 'receive'],
})
