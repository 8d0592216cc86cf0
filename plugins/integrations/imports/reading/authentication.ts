import { finding, type Finding } from '../../definitions/plan.js'
import type { Description } from './description.js'
import { lineIn, listIn, objectIn, type Json } from './json.js'

const mostSchemes = 50
const mostScopeChars = 2_000

/** The authentication type and settings for a scheme of the description. */
interface MappedScheme {
  authType: string
  authConfig: Json
  findings: Finding[]
}

export interface Authentication extends MappedScheme {
  /** Name of the scheme in the description; undefined without one. */
  scheme: string | undefined
}

const mapped = (authType: string, authConfig: Json = {}, ...findings: Finding[]): MappedScheme => ({
  authType,
  authConfig,
  findings,
})

/**
 * Returns alternatives, one of which must be fulfilled. An empty list, or an empty entry, means that no
 * authentication is needed.
 */
export const securityOf = (description: Description, operation: Json): string[][] =>
  requirementsOf(description, operation).map((one) => Object.keys(one).slice(0, mostSchemes))

const requirementsOf = (description: Description, operation: Json): Json[] =>
  listIn(operation.security ?? description.root.security)
    .slice(0, mostSchemes)
    .map(objectIn)

/** Returns the supported authentication that most operations require. */
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
    const found = mapScheme(scheme ?? {}, name.slice(0, 100), base)
    if (found === undefined || 'level' in found) {
      refused.push(found ?? finding('look', 'unknownAuthentication', { name: name.slice(0, 100) }))
      continue
    }
    if (found.authType !== 'oauth2_code') return { ...found, scheme: name }
    const scope = scopesOf(description, operations, name)
    return { ...found, authConfig: { ...found.authConfig, ...scope }, scheme: name }
  }
  const findings = refused.length > 0 ? refused.slice(0, 1) : [finding('info', 'noAuthentication')]
  return { ...mapped('none', {}, ...findings), scheme: undefined }
}

/** Returns all scopes that operations require, because calls cannot use scopes that were not granted. */
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

/** Maps a scheme to an authentication, or to the reason why it cannot be used; undefined for an unknown scheme. */
function mapScheme(
  scheme: Json,
  name: string,
  base: string | null
): MappedScheme | Finding | undefined {
  switch (String(scheme.type).toLowerCase()) {
    case 'basic':
      return mapped('basic')
    case 'http':
      return mapHttp(String(scheme.scheme).toLowerCase())
    case 'apikey':
      return mapKey(scheme, name)
    case 'oauth2':
      return mapOauth(scheme, base)
    case 'openidconnect':
      return mapped('bearer', {}, finding('look', 'tokenByHand'))
    case 'mutualtls':
      return mapped('client_certificate')
    default:
      return undefined
  }
}

const mapHttp = (scheme: string): MappedScheme | undefined =>
  ['basic', 'bearer', 'digest'].includes(scheme) ? mapped(scheme) : undefined

function mapKey(
  { in: place, name: given }: Json,
  scheme: string
): MappedScheme | Finding | undefined {
  const name = lineIn(given, 100)
  if (name === undefined) return undefined
  if (place === 'query' || place === 'cookie') {
    return finding('look', place === 'query' ? 'keyInQuery' : 'keyInCookie', { name, scheme })
  }
  if (place !== 'header' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return undefined
  return name.toLowerCase() === 'x-api-key'
    ? mapped('apikey')
    : mapped('apikey', { headers: { [name]: '{apiKey}' } })
}

/**
 * Prefers client credentials to an authorization code, because they need no sign-in and do not depend on a
 * person.
 */
function mapOauth(scheme: Json, base: string | null): MappedScheme {
  // Swagger has a single flow, which the scheme itself defines.
  const flows =
    typeof scheme.flow === 'string' ? { [scheme.flow]: scheme } : { ...objectIn(scheme.flows) }
  const own = objectIn(flows.clientCredentials ?? flows.application)
  if (lineIn(own.tokenUrl, 2_000) !== undefined) {
    const { urls, findings } = addressesOf(own, ['tokenUrl'], base)
    return mapped('oauth2', urls, ...findings)
  }
  const code = objectIn(flows.authorizationCode ?? flows.accessCode)
  if (lineIn(code.authorizationUrl, 2_000) !== undefined) {
    const { urls, findings } = addressesOf(code, ['authorizationUrl', 'tokenUrl'], base)
    return mapped('oauth2_code', urls, finding('info', 'personGrants'), ...findings)
  }
  const [flow = ''] = Object.keys(flows)
  return flow === ''
    ? mapped('bearer', {}, finding('look', 'tokenByHand'))
    : mapped('bearer', {}, finding('look', 'unknownFlow', { flow: flow.slice(0, 100) }))
}

/** Returns the addresses of a flow, which may be relative to the base URL. Incomplete addresses become findings. */
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
