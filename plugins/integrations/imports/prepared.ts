import type { MadeEndpoint } from '../actions/endpoints.js'
import { requestErrors } from '../placeholders/template.js'
import { endpointMethods, type EndpointMethod } from '../contracts/index.js'
import { asTemplate } from '../placeholders/braces.js'
import { hashOf } from './hash_of.js'
import { finding, isBlocked, type Plan, type PlannedOperation } from '../definitions/plan.js'

/** Escapes the samples of a plan as templates, so that they are sent exactly as in the description. */
export function prepareTemplates(plan: Plan): Plan {
  return { ...plan, operations: plan.operations.map(withTemplates) }
}

function withTemplates(operation: PlannedOperation): PlannedOperation {
  const { body, ...request } = operation.requestSchema
  const findings = [...operation.findings]
  let requestSchema: PlannedOperation['requestSchema'] = request
  if (body !== undefined) {
    const { template, isWhole } = asTemplate(body)
    if (!isWhole) findings.push(finding('look', 'textsLeftOut'))
    requestSchema = { ...request, body: template }
  }
  if (requestErrors({ path: operation.path, requestSchema }).length > 0) {
    findings.push(finding('blocked', 'pathRefused'))
  }
  return { ...operation, requestSchema, findings }
}

/** Returns the endpoints of all operations that can be imported. */
export function importableEndpoints({ operations }: Plan): MadeEndpoint[] {
  return operations.flatMap((operation) => {
    const { key, group, name, path, requestSchema, responseSchema, parameters } = operation
    const method = endpointMethods.find((one): one is EndpointMethod => one === operation.method)
    if (!method || isBlocked(operation)) return []
    const endpoint = { key, group, name, method, path, requestSchema, responseSchema }
    const required = parameters.flatMap((one) =>
      one.required ? [one.in === 'body' ? `body.${one.name}` : one.name] : []
    )
    return [{ ...endpoint, origin: { key, hash: hashOf(endpoint), required } }]
  })
}
