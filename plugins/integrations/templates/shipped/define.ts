import type { Text } from '@crossdock/kernel/http'
import type { RequestSchema, ResponseSchema } from '../../contracts/index.js'
import type { EndpointMethod } from '../../contracts/vocabulary.js'
import type { ContractDefinition, TemplateEndpoint } from '../definition.js'

/** A template that comes with Crossdock. Its id stays, its version rises with its definition. */
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
  /** 200 when left out. */
  expects?: number[]
  answers?: unknown
}

/** `endpoint('createOrder', 'POST /orders', 'Create an order', …)` */
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

/** How the systems of a template are reached. */
export const reached = (
  authType: string,
  authConfig: Record<string, unknown> = {}
): ContractDefinition['system'] => ({
  baseUrl: null,
  authType,
  authConfig,
  capabilities: ['send', 'receive'],
})
