import type { HttpContext } from '@adonisjs/core/http'
import type { Live } from './live/live.js'
import type { ListDefinition, ListRequest } from '../lists/list.js'
import type {
  BodyOf,
  Fitting,
  ParamsOf,
  Read,
  Returned,
  Show,
  BodyKind,
  Streamed,
} from './operation_types.js'
import type { Output, Validator } from '../shapes/validator.js'
import type { PermissionRef } from '../ground/permission.js'
import type { Hold, Identity } from './identity.js'
import type { RefusalPage } from './refusal_page.js'
import type { ApiSection } from './api_sections.js'

/**
 * Who may call:
 * - `public`: anyone;
 * - `session`: any signed-in caller, with or without a tenant (runs in the caller's own scope);
 * - `tenant`: callers inside a tenant (a super administrator names one by X-Tenant); the default;
 * - `operator`: the super administrator.
 */
export type Access = 'public' | 'session' | 'tenant' | 'operator'

/** Declaration of an operation, apart from its route and controller. */
export interface Declaration<
  Body = Validator | undefined,
  Query = Validator | undefined,
  Response = Validator | undefined,
  Reads extends BodyKind | undefined = BodyKind | undefined,
  Streams extends Streamed | undefined = Streamed | undefined,
  Shows extends Show | undefined = Show | undefined,
> {
  summary: string
  description?: string
  access?: Access
  /** Permission the caller must hold; a plugin declares it. */
  permission?: PermissionRef
  /**
   * `fresh`: in a session, the person must have re-authenticated recently, so that an unattended screen is no
   * risk. Tokens need only their scopes. `sometimes`: the action decides by the change and calls
   * `assertFreshProof`; the description says when.
   */
  proof?: 'fresh' | 'sometimes'
  /**
   * Steps that a person may still have to complete first (`Hold`) when calling this operation. Default: none.
   */
  whileHeld?: readonly Hold[]
  /** Shape of a JSON or form body. */
  body?: Body
  /** Defaults to `json`. */
  reads?: Reads
  /**
   * Reserves one of few slots for a body over 1 MiB, before reading it and until the request is answered.
   * @throws Problem 409 or 429 when no slot is free
   */
  place?: (caller: Identity) => () => void
  /** Longest body in bytes, unless it is streamed. Default: 1 MiB, or 16 KiB from anonymous callers. */
  maxBytes?: number
  /** Bodies that the controller reads and limits itself; any other body is read as above. */
  streams?: Streams
  query?: Query
  /** The controller checks `If-Match` itself, against a tag other than that of the GET at this address. */
  ownPreconditions?: true
  /** For GET: usage counters in the answer. `If-Match` ignores changes to them. */
  figures?: readonly string[]
  /** Filters and sorts of a list; turns the answer into an array with Content-Range. */
  list?: ListDefinition
  /** Shape of the answer (of one item for lists): for the compiler, the API description and the tests. */
  response?: Response
  /**
   * Builds `response` from the controller's result, for all rows of a page together, so that related data is
   * read once. Default: the controller returns the answer itself.
   */
  show?: Shows
  /**
   * Set if the operation answers browsers with pages, and other clients with bytes. It also shows refusals from
   * before the body is read.
   */
  pages?: RefusalPage
  /** Status of a success. Default: 200, or 204 when the controller returns nothing. */
  status?: number
  /** Further statuses with the same shape: 200 in addition to 201, 503 of a health check. */
  otherStatuses?: number[]
  /**
   * Address of the created resource, such as `/api/assets/{id}`. Fields of the answer fill the braces. For 201
   * and 202.
   */
  location?: string
  /** Refusal statuses in addition to those the declaration implies, for example 409. */
  refusals?: number[]
  /**
   * Whether a request is a step of work that an earlier call began and counted. A step does not count against
   * the minute or month. It counts as a concurrent call, and is refused when the month is used up.
   */
  step?: (http: HttpContext) => Promise<boolean>
  /** Sent instead of 429 if the wait is at most a minute, for protocol clients that retry only this status. */
  waitStatus?: 423
  /**
   * Event for the security log after a success of a known caller. Not needed if the action records a security
   * event.
   */
  security?: string
}

/** Input of a controller's method; the method returns the body of the answer (or nothing). */
export interface Input<Body = undefined, Query = undefined, Params extends string = never> {
  http: HttpContext
  params: Record<Params, string>
  body: BodyOf<Body>
  query: Output<Query>
  /** Filter, sort and range, checked against the operation's `list`. */
  list: ListRequest
}

/** Input of an operation on one resource: `/things/{id}`. */
export type ItemInput<Body = undefined, Query = undefined> = Input<Body, Query, 'id'>

export type LoadController<Controller> = () => Promise<{ default: new () => Controller }>

export interface Operation extends Declaration {
  /** `<METHOD> <path>`, as declared. */
  readonly route: string
  readonly method: string
  /** Path with parameters in braces, as requested: `/api/assets/{id}`, `/hooks/{token}`. */
  readonly path: string
  readonly access: Access
  readonly controller: LoadController<unknown>
  /** Name of the controller's method. */
  readonly action: string
  /** Set for a feed or channel; absent for plain request and answer. */
  readonly live?: Live
  /** Only under `/api/v2`: the section of the API reference (`v2Operations`). */
  readonly section?: ApiSection
}

type Declare = <
  const Route extends string,
  Controller,
  Action extends keyof Controller & string,
  Body extends Validator | undefined = undefined,
  Query extends Validator | undefined = undefined,
  Response extends Validator | undefined = undefined,
  Reads extends BodyKind | undefined = undefined,
  Streams extends Streamed | undefined = undefined,
  Shows extends Show | undefined = undefined,
>(
  route: Route,
  declaration: Declaration<Body, Query, Response, Reads, Streams, Shows>,
  controller: LoadController<Controller>,
  action: Action &
    Fitting<
      Controller,
      Action,
      Input<Read<Body, Reads, Streams>, Query, ParamsOf<Route>>,
      Returned<Response, Shows>
    >
) => Operation

function declaring(root: string): Declare {
  return (route, declaration, controller, action) => {
    const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(route) ?? []
    if (!method || !path) {
      throw new Error(`Operation "${route}" must read like "GET /things/{id}".`)
    }
    const { access = 'tenant' } = declaration
    return { ...declaration, route, method, path: root + path, access, controller, action }
  }
}

/**
 * Declares an HTTP operation. Router, authentication, permission, validation, API description, typed client and
 * generated tests derive from it. The compiler checks the input and result of the controller's method.
 * @param route `<METHOD> <path>` under /api, parameters in braces: `GET /assets/{id}`; the last may match the
 * rest of the path: `{path*}`
 * @param controller loaded at the first request
 * @param action name of the controller's method
 */
export const operation = declaring('/api')

/**
 * Declares an operation outside /api, for callers that cannot choose the address: partners' webhooks, and
 * protocols with their own methods. Otherwise like `operation`.
 * @param route `<METHOD> <path>`: `POST /hooks/{token}`, `PROPFIND /dav/{path*}`
 */
export const door = declaring('')
