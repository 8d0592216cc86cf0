import type { HttpContext } from '@adonisjs/core/http'
import type { ErrorReporterContract, MessagesProviderContact } from '@vinejs/vine/types'
import type { Live } from './live/live.js'
import type { ListDefinition, ListRequest } from './list.js'
import type { BodyOf, Fitting, Output, ParamsOf, Read, Returned, Show } from './operation_types.js'
import type { PermissionRef } from '../ground/permission.js'
import type { Hold, Identity } from './identity.js'
import type { RefusalPage } from './refusal_page.js'
import type { ApiSection } from './v2.js'

interface Wording {
  errorReporter: () => ErrorReporterContract
  messagesProvider: MessagesProviderContact
}

/** What the HTTP layer needs of a validator made by `vine.create`. */
export interface Validator {
  validate(data: unknown, options?: Wording): Promise<unknown>
  messagesProvider: MessagesProviderContact
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

/** How a body that is not streamed is read: `form` is a web form's fields, `raw` the bytes as they are. */
export type BodyKind = 'json' | 'form' | 'raw'

/** Media types, and for the API description the JSON Schema of each. Any type at all is `*` twice with a slash between. */
export type Streamed = Record<string, object>

/** What an operation says of itself beside its route and its controller. */
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
  /** What the caller must hold; one that a plugin declares. */
  permission?: PermissionRef
  /**
   * `fresh`: who calls in a session must have proved lately who they are, for what somebody at a screen left open must
   * not do. Tokens are judged by their scopes alone. `sometimes`: the action decides by what changes, and says so by
   * `assertFreshProof`. The description says when.
   */
  proof?: 'fresh' | 'sometimes'
  /** Open also to who is held back by one of these. Left out: to nobody who is. */
  whileHeld?: readonly Hold[]
  /** Shape of the body, of JSON and of forms. */
  body?: Body
  /** `json` when left out. */
  reads?: Reads
  /**
   * Takes one of few places for a body of more than 1 MiB: before any of it is read, until the request is answered.
   * @throws Problem 409 or 429 when there is none
   */
  place?: (caller: Identity) => () => void
  /** Longest body in bytes, unless it is streamed: 1 MiB when left out, 16 KiB from strangers. */
  maxBytes?: number
  /** Bodies that are left to the controller, which reads and bounds them; any other is read as above. */
  streams?: Streams
  query?: Query
  /** The controller honours `If-Match` itself, by another tag than that of the GET at this address. */
  ownPreconditions?: true
  /** Of GET: fields of the answer that tell how much the thing is used. `If-Match` holds whatever becomes of them. */
  figures?: readonly string[]
  /** Filters and sorts of a list; makes the answer an array with Content-Range. */
  list?: ListDefinition
  /** Shape of the answer (of one item for lists), for the compiler, the API description and the tests. */
  response?: Response
  /**
   * Makes `response` of what the controller returned, of all rows of a page at once: what does not stand in the rows
   * themselves is read for all of them together. Left out: the controller returns the answer as it is.
   */
  show?: Shows
  /** Answers people at a browser with pages; beside them with bytes. By this page also what it refuses unread is refused. */
  pages?: RefusalPage
  /** Status of a successful answer: 200, or 204 when the controller returns nothing. */
  status?: number
  /** Further statuses with an answer of the same shape: 200 beside 201, 503 of a health check. */
  otherStatuses?: number[]
  /** Address of what was made, its braces filled from the answer: `/api/assets/{id}`. For 201 and 202. */
  location?: string
  /** Statuses of refusals beside those that follow from the rest of the declaration, e.g. 409. */
  refusals?: number[]
  /**
   * Whether a request is a step of work that an earlier call has begun and was counted for. A step spends nothing of a minute
   * or a month. It takes its place among calls at a time, and is refused while the month is used up.
   */
  step?: (http: HttpContext) => Promise<boolean>
  /** In place of 429 where a wait of a minute helps: for clients of a protocol that repeat no other refusal. */
  waitStatus?: 423
  /** Event the security log tells when somebody known has done it; recorded events tell themselves. */
  security?: string
}

/** What a controller's method receives; it returns the body of the answer (or nothing). */
export interface Input<Body = undefined, Query = undefined, Params extends string = never> {
  http: HttpContext
  params: Record<Params, string>
  body: BodyOf<Body>
  query: Output<Query>
  /** Filter, sort and range, checked against the operation's `list`. */
  list: ListRequest
}

/** The input of an operation on one thing: `/things/{id}`. */
export type ItemInput<Body = undefined, Query = undefined> = Input<Body, Query, 'id'>

export type LoadController<Controller> = () => Promise<{ default: new () => Controller }>

export interface Operation extends Declaration {
  /** `<METHOD> <path>`, as declared. */
  readonly route: string
  readonly method: string
  /** Path with its parameters in braces, as asked for: `/api/assets/{id}`, `/hooks/{token}`. */
  readonly path: string
  readonly access: Access
  readonly controller: LoadController<unknown>
  /** Name of the controller's method. */
  readonly action: string
  /** What stays open, and what it tells or takes; absent for what answers and is done. */
  readonly live?: Live
  /** Only under `/api/v2`: its section of the API reference (`secondCoat`). */
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
 * Declares one HTTP operation: router, authentication, permission, validation, API description,
 * typed client and the generated tests all come from it. The compiler holds the controller's method
 * to it: what it takes and what it returns.
 * @param route `<METHOD> <path>` under /api, parameters in braces: `GET /assets/{id}`; the last may
 * stand for the rest of the path: `{path*}`
 * @param controller loaded at the first request
 * @param action name of the controller's method
 */
export const operation = declaring('/api')

/**
 * Declares an operation at an address outside of /api, for callers who cannot choose it: partners'
 * webhooks, protocols with methods of their own. Everything else is as with `operation`.
 * @param route `<METHOD> <path>`: `POST /hooks/{token}`, `PROPFIND /dav/{path*}`
 */
export const door = declaring('')
