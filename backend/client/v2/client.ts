import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import createFetchClient, { type Client } from 'openapi-fetch'

export interface ClientOptions {
  /** Address of the server, for example `https://crossdock.example.com`. */
  server: string
  /** An API token (`cdk_…`), or a one-hour bearer token (`cdb_…`) from `POST /api/v2/auth/token`. */
  token: string
  /** Id or name of the environment. Defaults to the token's own or `production`. */
  environment?: string
  /** Id or subdomain of the tenant, for tokens of a super administrator. */
  tenant?: string
  /** Total time to wait after a rate limit (429) or an overloaded server (503). Default 60. */
  waitSeconds?: number
  /** Sends the requests. Defaults to Node's own `fetch`. */
  fetch?: typeof fetch
}

/**
 * Creates a typed client of `/api/v2`. Its methods `GET`, `POST`, `PUT` and `DELETE` take a path of the API
 * reference and resolve with `{ data }` or `{ error }`, where `error` is the problem document (RFC 9457) of a
 * refusal.
 *
 * Each POST has an `Idempotency-Key`. After a 429 or 503 with `Retry-After` the request is sent again with the
 * same key, so nothing is done twice.
 *
 * @typeParam Paths `paths` of the server's OpenAPI description; the package contains those of its own version
 * @throws TypeError for a `server` that is not an http or https address
 */
export function createClient<Paths extends object>({
  server,
  token,
  environment,
  tenant,
  waitSeconds = 60,
  fetch: send = fetch,
}: ClientOptions): Client<Paths> {
  if (!/^https?:$/.test(new URL(server).protocol)) {
    throw new TypeError(`The server must be an http or https address, not ${server}.`)
  }
  return createFetchClient<Paths>({
    baseUrl: server.replace(/\/+$/, ''),
    // A redirect would send the token to another address.
    redirect: 'error',
    headers: {
      authorization: `Bearer ${token}`,
      ...(environment === undefined ? {} : { 'x-environment': environment }),
      ...(tenant === undefined ? {} : { 'x-tenant': tenant }),
    },
    async fetch(request) {
      if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
        request.headers.set('idempotency-key', randomUUID())
      }
      for (let left = waitSeconds; ;) {
        const response = await send(request.clone())
        const seconds = secondsToWait(response)
        if (seconds === undefined || seconds > left) return response
        left -= seconds
        await response.body?.cancel()
        await pause(seconds * 1000, undefined, { signal: request.signal })
      }
    },
  })
}

/** The server may send no time or zero: wait at least one second. */
function secondsToWait({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined
  const after = headers.get('retry-after')
  return after !== null && /^\d+$/.test(after) ? Math.max(Number(after), 1) : undefined
}

interface ListAnswer<Row> {
  data: Row[]
  nextCursor: string | null
}

type Answer<Path> = Path extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** The paths of lists. */
export type ListPath<Paths> = {
  [Path in keyof Paths & string]: Answer<Paths[Path]> extends ListAnswer<unknown> ? Path : never
}[keyof Paths & string]

export type RowOf<Paths, Path extends keyof Paths> =
  Answer<Paths[Path]> extends ListAnswer<infer Row> ? Row : never

/**
 * Reads a list row by row, one page after the other. Rows that are added or removed in between cause neither
 * repeated nor missing rows.
 * @param parameters as for `client.GET`: path parameters, and filters of the list
 * @throws CrossdockError for a refused page
 */
export async function* rows<Paths extends object, Path extends ListPath<Paths>>(
  client: Client<Paths>,
  path: Path,
  parameters: { path?: Record<string, string>; query?: Record<string, unknown> } = {}
): AsyncGenerator<RowOf<Paths, Path>> {
  const get = client.GET as unknown as (
    path: string,
    init: object
  ) => Promise<{ data?: ListAnswer<RowOf<Paths, Path>>; error?: unknown; response: Response }>
  for (let cursor: string | null | undefined; ;) {
    const query = { limit: 100, ...parameters.query, ...(cursor ? { cursor } : {}) }
    const { data, error, response } = await get(path, { params: { ...parameters, query } })
    if (!data) throw new CrossdockError(response.status, error)
    yield* data.data
    cursor = data.nextCursor
    if (cursor === null) return
  }
}

/** A refusal of the server. `message` says what is wrong and what to do. */
export class CrossdockError extends Error {
  /** Stable error code, for example `E_RATE`. Undefined when a proxy answered instead of the server. */
  readonly code: string | undefined

  /** Status of the response. */
  readonly status: number
  /** The problem document, or the body that was sent instead. */
  readonly problem: unknown

  constructor(status: number, problem: unknown) {
    const { message, code } = Object(problem) as { message?: unknown; code?: unknown }
    super(typeof message === 'string' ? message : `The server answered ${status}.`)
    this.status = status
    this.problem = problem
    this.code = typeof code === 'string' ? code : undefined
  }
}
