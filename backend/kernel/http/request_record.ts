import type { IncomingMessage } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { attached } from '../ground/attached.js'
import type { Actor, RequestFacts } from '../ground/context.js'

/** What is known of a request while it is answered, for the logs and the bounds. */
export interface RequestRecord {
  actor: Actor | null
  tenantId: string | null
  /** Address somebody tries to sign in with. */
  email: string | null
  /** Code of the problem it was answered with. */
  code: string | null
  /** The address it came from, as the operator's proxy tells it. */
  ip: string
  /** Pattern of the operation that answers, as declared. */
  route: string | null
  requestId: string | null
  /** Of the trace it is in, where requests are traced. */
  traceId: string | null
}

const records = attached<IncomingMessage, RequestRecord>('record')

/** The record of a request; an empty one at first. */
export const recordOf = (request: IncomingMessage): RequestRecord =>
  records.of(request) ??
  records.attach(request, {
    ...{ actor: null, tenantId: null, email: null, code: null, ip: '' },
    ...{ route: null, requestId: null, traceId: null },
  })

/** The address a request came from, behind a proxy the one that proxy tells; empty before it is served. */
export const originOf = (request: IncomingMessage): string => recordOf(request).ip

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The address a request asked for as logs may show it: the pattern of its route, with ids filled in.
 * What else stands in an address may be a secret (a link's token), and the query always may.
 */
export function shownPath({ route, params }: HttpContext): string {
  if (!route) return '(no route)'
  const given = params as Record<string, string>
  return route.pattern.replace(/:(\w+)/g, (whole, name: string) =>
    uuid.test(given[name] ?? '') ? given[name]! : whole
  )
}

/** Where a request came from, as the security log tells it. */
export function factsOf(http: HttpContext): RequestFacts {
  return {
    ip: http.request.ip(),
    userAgent: http.request.header('user-agent')?.slice(0, 120) ?? null,
    method: http.request.method(),
    path: shownPath(http),
  }
}
