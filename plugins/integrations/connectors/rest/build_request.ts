import { acceptedCodings, type EgressRequest } from '@crossdock/kernel/egress'
import { copyJson } from '@crossdock/kernel/json'
import { CallRefused } from '../../placeholders/call_refused.js'
import { mapFields } from '../../placeholders/field_mapping.js'
import { holdsControl, isHeaderText, leavesBase } from '../../placeholders/paths.js'
import { fillDeep, fillText, isRecord, leavesOf, setAt, textOf } from '../../placeholders/values.js'
import type { Call } from '../../contracts/index.js'
import { Address, encoded, parameter } from './address.js'
import { holdsSecret } from './authenticate.js'
import { HeaderMap } from './header_map.js'
import { encodeBody } from './encode_body.js'

export interface BuiltRequest {
  method: string
  /** The address as typed, with its placeholders filled. */
  url: string
  headers: HeaderMap
  body: EgressRequest['body']
  /** The body for the log. */
  shownBody: unknown
}

/**
 * Builds the request of an endpoint without credentials: address, headers, query and body with filled
 * placeholders. Headers of the endpoint replace headers of the system. The field mapping is merged into the body.
 * If the request has no body of its own (GET, DELETE, a file as the body), it is merged into the query.
 * @throws CallRefused if the endpoint cannot be called as defined
 */
export function buildRequest(call: Call): BuiltRequest {
  const { endpoint, values } = call
  const mapped = mapFields(endpoint.fieldMapping, values)
  const template = fillDeep(endpoint.requestSchema.body ?? null, values)
  const bodyless =
    call.sendFile === 'body' ||
    ((endpoint.method === 'GET' || endpoint.method === 'DELETE') && template === null)

  const address = buildAddress(call)
  for (const [name, value] of Object.entries(endpoint.requestSchema.queryParams ?? {})) {
    address.set(name, parameter(value, values))
  }
  if (bodyless) {
    for (const [name, value] of leavesOf(mapped)) address.set(name, encoded(textOf(value)))
  }

  const headers = new HeaderMap({
    Accept: 'application/json, */*;q=0.5',
    'Accept-Encoding': acceptedCodings,
    'User-Agent': 'Crossdock',
  })
  for (const [name, value] of Object.entries(call.system.auth.headers ?? {})) {
    if (!holdsSecret(value)) headers.set(name, value)
  }
  for (const [name, value] of Object.entries(endpoint.requestSchema.headers ?? {})) {
    headers.set(name, headerText(name, fillText(value, values)))
  }
  headers.set('Idempotency-Key', call.idempotencyKey)

  const content = bodyless ? null : mergeBody(template, mapped)
  return {
    method: endpoint.method,
    url: address.href,
    headers,
    ...encodeBody(call, content, headers),
  }
}

/**
 * Returns a value for a header.
 * @throws CallRefused for a value that no header can contain, for example from a placeholder or a variable
 */
export function headerText(name: string, value: string): string {
  if (isHeaderText(value)) return value
  throw new CallRefused(
    `The header "${name}" would hold a line end or another character headers cannot carry.`
  )
}

/** Joins the base URL and the relative path as text. A path cannot leave the host or the base path. */
function buildAddress({ system, endpoint, values }: Call): Address {
  if (!system.baseUrl || !URL.canParse(system.baseUrl)) {
    throw new CallRefused(
      `${system.name} has no base URL. Enter the address its endpoints are relative to.`
    )
  }
  const path = fillText(endpoint.path, values, encoded)
  const [pathname, query] = splitAtQuery(path)
  if (holdsControl(path)) {
    throw new CallRefused(
      `The path of endpoint ${endpoint.name} holds a line end or another control character.`
    )
  }
  if (leavesBase(pathname)) {
    throw new CallRefused(
      `The path "${pathname}" of endpoint ${endpoint.name} leaves its base URL.`
    )
  }
  const url = new URL(system.baseUrl)
  // Encode backslashes, because `URL` reads a backslash as a slash.
  const below = pathname.replace(/^\/+/, '').replaceAll('\\', '%5C')
  if (below !== '') url.pathname = `${url.pathname.replace(/\/+$/, '')}/${below}`
  const [, ofBase] = splitAtQuery(system.baseUrl.split('#')[0] ?? '')
  return new Address(url.origin + url.pathname, ofBase, query)
}

/** Splits a text at the first "?". */
function splitAtQuery(text: string): [before: string, behind: string | undefined] {
  const place = text.indexOf('?')
  return place === -1 ? [text, undefined] : [text.slice(0, place), text.slice(place + 1)]
}

function mergeBody(template: unknown, mapped: Record<string, unknown>): unknown {
  if (Object.keys(mapped).length === 0) return template
  if (template === null) return mapped
  if (!isRecord(template)) {
    throw new CallRefused('The field mapping needs a body that is a JSON object to write into.')
  }
  const merged = copyJson(template) as Record<string, unknown>
  for (const [path, value] of leavesOf(mapped)) setAt(merged, path, value)
  return merged
}
