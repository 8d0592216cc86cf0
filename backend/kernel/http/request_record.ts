import type { IncomingMessage } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { attached } from '../ground/attached.js'
import type { Actor, RequestFacts } from '../ground/context.js'
import { isUuid } from '../ground/uuid.js'

/** Facts about a request in progress, for logs and limits. */
export interface RequestRecord {
  actor: Actor | null
  tenantId: string | null
  /** Email address used in a sign-in attempt. */
  email: string | null
  /** Code of the problem that answered it. */
  code: string | null
  /** Client address; behind a proxy, as the operator's proxy reports it. */
  ip: string
  /** Path pattern of the operation that answers. */
  route: string | null
  requestId: string | null
  /** Id of the request's trace, if requests are traced. */
  traceId: string | null
}

const records = attached<IncomingMessage, RequestRecord>('record')

/** The record of a request; created empty. */
export const recordOf = (request: IncomingMessage): RequestRecord =>
  records.of(request) ??
  records.attach(request, {
    actor: null,
    tenantId: null,
    email: null,
    code: null,
    ip: '',
    route: null,
    requestId: null,
    traceId: null,
  })

/** The client address of a request, behind a proxy as the proxy reports it; empty before it is served. */
export const originOf = (request: IncomingMessage): string => recordOf(request).ip

/**
 * The path of a request as logs may show it: the route pattern with ids filled in. Other path parts may be
 * secrets (a link's token), and so may the query.
 */
export function shownPath({ route, params }: HttpContext): string {
  if (!route) return '(no route)'
  const given = params as Record<string, string>
  return route.pattern.replace(/:(\w+)/g, (whole, name: string) =>
    isUuid(given[name] ?? '') ? given[name]! : whole
  )
}

/** The origin of a request, for the security log. */
export function factsOf(http: HttpContext): RequestFacts {
  return {
    ip: http.request.ip(),
    userAgent: http.request.header('user-agent')?.slice(0, 120) ?? null,
    method: http.request.method(),
    path: shownPath(http),
  }
}
