import { endpointMethods } from '../../contracts/vocabulary.js'
import { holdsControl, leavesBase } from '../../placeholders/paths.js'
import {
  finding,
  type Finding,
  type PlannedOperation,
  type PlannedParameter,
  type ReadingChoices,
} from '../../definitions/plan.js'
import { answersOf } from './answers.js'
import { securityOf, type Authentication } from './authentication.js'
import { bodyOf } from './bodies.js'
import type { Description } from './description.js'
import { lineIn, listIn, objectIn, type Json } from './json.js'
import { parametersOf, shownParameters, valuesOf } from './parameters.js'
import { templateOf } from './paths.js'
import { pathBelow, serversOf, type Server } from './servers.js'

/** Maximum number of operations of one description. Further operations are omitted and counted. */
export const mostOperations = 5_000
const verbs = new Set([
  'get',
  'post',
  'put',
  'delete',
  'patch',
  'head',
  'options',
  'trace',
  'query',
])
const mostPath = 2_000

/** An operation with its place in the description. */
export interface Found {
  key: string
  method: string
  path: string
  item: Json
  operation: Json
  server: Server | undefined
}

/** Returns all operations with their keys, and the number of omitted operations. */
export function operationsOf(
  description: Description,
  ofDescription: Server[],
  url: string | undefined
): { found: Found[]; leftOut: number } {
  const found: Found[] = []
  let leftOut = 0
  for (const [path, given] of Object.entries(objectIn(description.root.paths))) {
    const item = description.at(given)
    if (!item) continue
    for (const verb of Object.keys(item)) {
      if (!verbs.has(verb)) continue
      const operation = description.at(item[verb])
      if (!operation) continue
      if (found.length === mostOperations) {
        leftOut++
        continue
      }
      const own = description.isSwagger ? [] : serversOf(description, operation, url)
      const ofPath = description.isSwagger ? [] : serversOf(description, item, url)
      const server = own[0] ?? ofPath[0] ?? ofDescription[0]
      found.push({ key: '', method: verb.toUpperCase(), path, item, operation, server })
    }
  }
  return { found: withKeys(found), leftOut }
}

/** Sets the keys. The key is the operationId if it is unique; otherwise method and path as written. */
function withKeys(found: Found[]): Found[] {
  const counts = new Map<string, number>()
  const idOf = ({ operation }: Found) => lineIn(operation.operationId, 255)
  for (const one of found) {
    const id = idOf(one)
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return found.map((one) => {
    const id = idOf(one)
    const written = lineIn(`${one.method} ${one.path}`, 2_100) ?? one.method
    return { ...one, key: id !== undefined && counts.get(id) === 1 ? id : written }
  })
}

/** Converts an operation, with all findings for people. */
export function plannedOf(
  description: Description,
  { key, method, path, item, operation, server }: Found,
  { base, auth }: { base: string | null; auth: Authentication },
  choices: ReadingChoices
): PlannedOperation {
  const parameters = parametersOf(description, item, operation)
  const given = [...listIn(item.parameters), ...listIn(operation.parameters)]
  const body = bodyOf(description, operation, given, choices.bodyTypes?.[key])
  const answers = answersOf(description, operation)
  const below = pathBelow(base, server)
  const template = lineIn(templateOf(path, below ?? ''), 2 * mostPath) ?? '/'
  const queryParams = valuesOf(parameters, 'query')
  const headers = {
    ...(body.header ? { 'Content-Type': body.header } : {}),
    ...valuesOf(parameters, 'header'),
  }
  const isSent = body.sample !== undefined && method !== 'GET'
  const findings = [
    ...refusals(method, template, below, server),
    ...body.findings,
    ...answers.findings,
    ...ofSecurity(description, operation, auth),
    ...(parameters.some((one) => one.in === 'cookie' && one.required)
      ? [finding('look', 'cookieNeeded')]
      : []),
    ...(method === 'GET' && body.types.length > 0 ? [finding('look', 'bodyOfGet')] : []),
  ]
  return {
    key,
    group: groupOf(operation, path),
    name: lineIn(operation.summary, 255) ?? lineIn(operation.operationId, 255) ?? nameOf(key),
    method,
    path: template,
    requestSchema: {
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
      ...(Object.keys(queryParams).length > 0 ? { queryParams } : {}),
      ...(isSent ? { body: body.sample } : {}),
    },
    responseSchema: answers.responseSchema,
    parameters: [
      ...shownParameters(parameters),
      ...body.fields.map((field): PlannedParameter => ({ ...field, in: 'body' })),
    ],
    bodyTypes: body.types,
    findings,
  }
}

const nameOf = (key: string): string => (key.length > 255 ? `${key.slice(0, 254)}…` : key)

function groupOf({ tags }: Json, path: string): string {
  const [, segment = ''] = path.split('/')
  const ofPath = /^[{]/.test(segment) ? '' : segment.split(/[?#]/)[0]
  return lineIn(listIn(tags)[0], 100) ?? lineIn(ofPath, 100) ?? ''
}

function refusals(
  method: string,
  path: string,
  below: string | undefined,
  server: Server | undefined
): Finding[] {
  const findings: Finding[] = []
  if (!endpointMethods.some((one) => one === method)) {
    findings.push(finding('blocked', 'methodUnknown', { method }))
  }
  if (below === undefined) {
    const host = (server?.address ?? server?.url ?? '').slice(0, 200)
    findings.push(finding('blocked', 'otherHost', { host }))
  }
  const pathname = path.split('?')[0] ?? ''
  if (
    path.length > mostPath ||
    holdsControl(path) ||
    leavesBase(pathname) ||
    path.startsWith('//')
  ) {
    findings.push(finding('blocked', 'pathRefused'))
  }
  return findings
}

/** Returns findings about an operation whose authentication differs from the other operations. */
function ofSecurity(description: Description, operation: Json, auth: Authentication): Finding[] {
  const ways = securityOf(description, operation)
  const { scheme } = auth
  const isMet = ways.length === 0 || ways.some((names) => names.every((name) => name === scheme))
  if (isMet) return []
  const name = (ways[0] ?? []).find((one) => one !== scheme) ?? ''
  return [finding('look', 'otherAuthentication', { name: name.slice(0, 100) })]
}
