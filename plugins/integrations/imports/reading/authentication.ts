import { finding, type Finding } from '../plan.js'
import type { Description } from './description.js'
import { lineIn, listIn, objectIn, type Json } from './json.js'

const mostSchemes = 50
const mostScopeChars = 2_000

/** How Crossdock would authenticate by a scheme of the description. */
interface Way {
  authType: string
  authConfig: Json
  findings: Finding[]
}

export interface Authentication extends Way {
  /** Name of the scheme in the description; undefined where there is none. */
  scheme: string | undefined
}

const way = (authType: string, authConfig: Json = {}, ...findings: Finding[]): Way => ({
  ...{ authType, authConfig, findings },
})

/** Alternatives of which one must be met; a list without entries, or an empty one in it: none is needed. */
export const securityOf = (description: Description, operation: Json): string[][] =>
  requirementsOf(description, operation).map((one) => Object.keys(one).slice(0, mostSchemes))

const requirementsOf = (description: Description, operation: Json): Json[] =>
  listIn(operation.security ?? description.root.security)
    .slice(0, mostSchemes)
    .map(objectIn)

/** The way most operations ask for that Crossdock knows. */
export function authenticationOf(
  description: Description,
  operations: Json[],
  base: string | null
): Authentication {
  const schemes = description.named('securitySchemes', 'securityDefinitions')
  const counts = new Map<string, number>()
  for (const operation of operations) {
    const names = new Set(securityOf(description, operation).flat())
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const names = [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name)
  const asked = names.length > 0 ? names : Object.keys(schemes).slice(0, mostSchemes)
  const refused: Finding[] = []
  for (const name of asked) {
    const scheme = Object.hasOwn(schemes, name) ? description.at(schemes[name]) : undefined
    const found = wayOf(scheme ?? {}, name.slice(0, 100), base)
    if (found === undefined || 'level' in found) {
      refused.push(found ?? finding('look', 'unknownAuthentication', { name: name.slice(0, 100) }))
      continue
    }
    if (found.authType !== 'oauth2_code') return { ...found, scheme: name }
    const scope = scopesOf(description, operations, name)
    return { ...found, authConfig: { ...found.authConfig, ...scope }, scheme: name }
  }
  const findings = refused.length > 0 ? refused.slice(0, 1) : [finding('info', 'noAuthentication')]
  return { ...way('none', {}, ...findings), scheme: undefined }
}

/** All scopes that operations ask for: what a person does not grant, no call may do later. */
function scopesOf(description: Description, operations: Json[], scheme: string): Json {
  const scopes = new Set<string>()
  for (const operation of operations) {
    for (const one of requirementsOf(description, operation)) {
      if (!Object.hasOwn(one, scheme)) continue
      for (const scope of listIn(one[scheme]).slice(0, 100)) {
        const word = lineIn(scope, 500)
        if (word && !word.includes(' ')) scopes.add(word)
      }
    }
  }
  const scope = [...scopes].join(' ')
  return scope === '' || scope.length > mostScopeChars ? {} : { scope }
}

/** What a scheme becomes, or why it becomes nothing; undefined for a scheme nobody knows. */
function wayOf(scheme: Json, name: string, base: string | null): Way | Finding | undefined {
  switch (String(scheme.type).toLowerCase()) {
    case 'basic':
      return way('basic')
    case 'http':
      return ofHttp(String(scheme.scheme).toLowerCase())
    case 'apikey':
      return ofKey(scheme, name)
    case 'oauth2':
      return ofOauth(scheme, base)
    case 'openidconnect':
      return way('bearer', {}, finding('look', 'tokenByHand'))
    case 'mutualtls':
      return way('client_certificate')
    default:
      return undefined
  }
}

const ofHttp = (scheme: string): Way | undefined =>
  ['basic', 'bearer', 'digest'].includes(scheme) ? way(scheme) : undefined

function ofKey({ in: place, name: given }: Json, scheme: string): Way | Finding | undefined {
  const name = lineIn(given, 100)
  if (name === undefined) return undefined
  if (place === 'query' || place === 'cookie') {
    return finding('look', place === 'query' ? 'keyInQuery' : 'keyInCookie', { name, scheme })
  }
  if (place !== 'header' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return undefined
  return name.toLowerCase() === 'x-api-key'
    ? way('apikey')
    : way('apikey', { headers: { [name]: '{apiKey}' } })
}

/** Client credentials before an authorization code: nobody has to sign in, and nothing ends with a person. */
function ofOauth(scheme: Json, base: string | null): Way {
  // Swagger has one flow, and says it in the scheme.
  const flows =
    typeof scheme.flow === 'string' ? { [scheme.flow]: scheme } : { ...objectIn(scheme.flows) }
  const own = objectIn(flows.clientCredentials ?? flows.application)
  if (lineIn(own.tokenUrl, 2_000) !== undefined) {
    const { urls, findings } = addressesOf(own, ['tokenUrl'], base)
    return way('oauth2', urls, ...findings)
  }
  const code = objectIn(flows.authorizationCode ?? flows.accessCode)
  if (lineIn(code.authorizationUrl, 2_000) !== undefined) {
    const { urls, findings } = addressesOf(code, ['authorizationUrl', 'tokenUrl'], base)
    return way('oauth2_code', urls, finding('info', 'personGrants'), ...findings)
  }
  const [flow = ''] = Object.keys(flows)
  return flow === ''
    ? way('bearer', {}, finding('look', 'tokenByHand'))
    : way('bearer', {}, finding('look', 'unknownFlow', { flow: flow.slice(0, 100) }))
}

/** Addresses of a flow, which may be relative to the base URL; what is incomplete is asked for. */
function addressesOf(
  flow: Json,
  names: ('authorizationUrl' | 'tokenUrl')[],
  base: string | null
): { urls: Json; findings: Finding[] } {
  const urls: Json = {}
  const findings: Finding[] = []
  for (const name of names) {
    const given = lineIn(flow[name], 2_000) ?? ''
    const isWhole = given !== '' && URL.canParse(given, base ?? undefined)
    const url = isWhole ? new URL(given, base ?? undefined) : undefined
    if (url?.protocol === 'https:' || url?.protocol === 'http:') urls[name] = url.href
    else findings.push(finding('look', `${name}Asked`, { url: given.slice(0, 200) }))
  }
  return { urls, findings }
}
