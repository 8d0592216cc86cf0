import type { HttpContext } from '@adonisjs/core/http'
import type { ListDefinition, ListRequest } from './list.js'

/** What the HTTP layer needs of a validator made by `vine.create`. */
export interface Validator {
  validate(data: unknown): Promise<unknown>
  toJSONSchema(): object
  /** The compiled schema. */
  toJSON(): object
}

/**
 * Who may call:
 * - `public`: anybody;
 * - `session`: anyone signed in, tenant or not (runs in the caller's own scope);
 * - `tenant`: inside a tenant (a super administrator names one by X-Tenant); the default;
 * - `operator`: the super administrator.
 */
export type Access = 'public' | 'session' | 'tenant' | 'operator'

export interface OperationDeclaration {
  /** `<METHOD> <path>` under /api, parameters in braces: `GET /assets/{id}`. */
  route: string
  summary: string
  description?: string
  access?: Access
  /** Permission the caller must hold, as declared by a plugin. */
  permission?: string
  body?: Validator
  query?: Validator
  /** Filters and sorts of a list; makes the answer an array with Content-Range. */
  list?: ListDefinition
  /** Shape of the answer (of one item for lists), for the API description and the tests. */
  response?: Validator
  /** Status of a successful answer: 200, or 204 when the controller returns nothing. */
  status?: number
  /** Further statuses with an answer of the same shape: 200 beside 201, 503 of a health check. */
  otherStatuses?: number[]
  /** Event the security log tells when somebody known has done it; recorded events tell themselves. */
  security?: string
  /** `json` (default when there is a body), or `stream`: the controller reads the request itself. */
  consumes?: 'json' | 'stream'
  handler: () => Promise<{ default: new () => unknown }>
  action: string
}

/** The output type a validator declares (standardschema.dev). */
type Output<V> = V extends {
  readonly '~standard': { readonly types?: { readonly output: infer O } | undefined }
}
  ? O
  : undefined

/** What a controller's method receives; it returns the body of the answer (or nothing). */
export interface Input<Body = undefined, Query = undefined> {
  http: HttpContext
  params: Record<string, string>
  body: Output<Body>
  query: Output<Query>
  /** Filter, sort and range, checked against the operation's `list`. */
  list: ListRequest
}

export interface Operation extends OperationDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with braces, under /api. */
  readonly path: string
  readonly access: Access
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Declares one HTTP operation: router, authentication, permission, validation, API description,
 * typed client and the generated tests all come from it.
 */
export function operation(route: string, rest: Omit<OperationDeclaration, 'route'>): Operation {
  const [word, path] = route.split(' ')
  const method = methods.find((candidate) => candidate === word)
  if (!method || !path?.startsWith('/')) {
    throw new Error(`Operation "${route}" must read like "GET /things/{id}".`)
  }
  return { ...rest, route, method, path, access: rest.access ?? 'tenant' }
}
