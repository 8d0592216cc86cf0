import { setTimeout as pause } from 'node:timers/promises'
import { CliError, ExitCode, UsageError } from '../errors.js'
import { parseJson } from '../json.js'
import { ApiError } from './api_error.js'
import { unreachableError } from './unreachable.js'

/** Time limit for answers that are read as a whole. Streamed bodies have no limit. */
const ANSWER_TIMEOUT_MS = 60_000

/** The largest page size the server accepts. */
export const PAGE_SIZE = 1000

/** Without `redirect` and `window`, Node's fetch keeps a copy of the whole body to send it again. */
const UNREPEATABLE = { duplex: 'half', redirect: 'error', window: null } as const

export type Query = Record<string, string | number | boolean | undefined>

export interface Connection {
  server: string
  /** Headers that identify the caller and the environment: a bearer token, or a browser session's cookies. */
  headers: Record<string, string>
  /** Time limit for answers that are read as a whole. */
  answerWithinMs?: number | undefined
}

export interface RequestOptions {
  query?: Query
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent unchanged. Needs its own content type in `headers`. */
  stream?: ReadableStream<Uint8Array>
}

export interface ListQuery {
  filter?: Record<string, string | string[] | undefined>
  sort?: readonly [field: string, order: 'ASC' | 'DESC']
}

export interface Page<T> {
  rows: T[]
  /** Number of rows in all pages. Undefined when the server does not report it. */
  total: number | undefined
}

/** The number of rows of a list, if its answer reports it. */
export function totalOf(response: Response): number | undefined {
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return total === undefined ? undefined : Number(total)
}

/** The longest wait for a rate limit when many files are moved. Longer limits, such as a monthly quota, fail. */
const LONGEST_WAIT_MS = 10 * 60_000
/** The shortest wait, because a server may repeatedly ask for none. */
const SHORTEST_WAIT_MS = 1_000

/** Called with the time spent waiting for a rate limit. */
export type OnWait = (milliseconds: number, why: string) => void

/** Calls the HTTP API of one server and turns every unsuccessful answer into a `CliError`. */
export class ApiClient {
  readonly #connection: Connection
  readonly #onWait: OnWait | undefined

  constructor(connection: Connection, onWait?: OnWait) {
    this.#connection = connection
    this.#onWait = onWait
  }

  /** A client that waits when the server asks for it, instead of failing. */
  waitingForLimits(onWait: OnWait): ApiClient {
    return new ApiClient(this.#connection, onWait)
  }

  get #patience(): number {
    return this.#connection.answerWithinMs ?? ANSWER_TIMEOUT_MS
  }

  get server(): string {
    return this.#connection.server
  }

  /** The environment that calls name; undefined leaves the choice to the server, which takes `production`. */
  get environment(): string | undefined {
    return this.#connection.headers['x-environment']
  }

  get<T>(path: string, query?: Query): Promise<T> {
    return this.#answer<T>('GET', path, { query })
  }

  post<T>(path: string, json: unknown): Promise<T> {
    return this.#answer<T>('POST', path, { json })
  }

  put<T>(path: string, json: unknown): Promise<T> {
    return this.#answer<T>('PUT', path, { json })
  }

  delete<T = void>(path: string): Promise<T> {
    return this.#answer<T>('DELETE', path, {})
  }

  /** One page of a list, starting at row `offset`. */
  async page<T>(path: string, list: ListQuery, offset: number, count: number): Promise<Page<T>> {
    const query = {
      filter: JSON.stringify(list.filter ?? {}),
      range: JSON.stringify([offset, offset + count - 1]),
      sort: list.sort && JSON.stringify(list.sort),
    }
    const response = await this.send('GET', path, { query }, this.#patience)
    return { rows: await this.#read<T[]>(response), total: totalOf(response) }
  }

  /** Every row of a list, fetched page by page as it is consumed. */
  async *rows<T>(path: string, list: ListQuery = {}): AsyncGenerator<T> {
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const { rows, total } = await this.page<T>(path, list, offset, PAGE_SIZE)
      yield* rows
      if (rows.length < PAGE_SIZE || offset + rows.length >= (total ?? Infinity)) return
    }
  }

  async all<T>(path: string, list: ListQuery = {}): Promise<T[]> {
    const rows: T[] = []
    for await (const row of this.rows<T>(path, list)) rows.push(row)
    return rows
  }

  /** A successful response whose body is still to be read. */
  async send(
    method: string,
    path: string,
    options: RequestOptions = {},
    timeout?: number
  ): Promise<Response> {
    for (;;) {
      try {
        return await this.assertSuccess(await this.request(method, path, options, timeout))
      } catch (error) {
        const milliseconds = this.#waitFor(error)
        if (milliseconds === undefined) throw error
        this.#onWait!(milliseconds, (error as ApiError).message)
        await pause(milliseconds)
        // A consumed stream cannot be sent again. The caller must create a new one.
        if (options.stream) throw error
      }
    }
  }

  #waitFor(error: unknown): number | undefined {
    if (!this.#onWait || !(error instanceof ApiError) || !error.isLimit) return undefined
    const { retryAfterMs } = error
    if (retryAfterMs === undefined || retryAfterMs > LONGEST_WAIT_MS) return undefined
    return Math.max(retryAfterMs, SHORTEST_WAIT_MS)
  }

  /**
   * Returns the response of a success.
   * @throws CliError that describes any other response
   */
  async assertSuccess(response: Response): Promise<Response> {
    if (response.ok || response.status === 304) return response
    if (response.status >= 300 && response.status < 400) throw this.#redirected(response)
    throw await ApiError.from(response)
  }

  async #answer<T>(method: string, path: string, options: RequestOptions): Promise<T> {
    return this.#read<T>(await this.send(method, path, options, this.#patience))
  }

  /**
   * Returns any response, including refusals.
   * @throws CliError when there is no response
   */
  async request(
    method: string,
    path: string,
    options: RequestOptions = {},
    timeout?: number
  ): Promise<Response> {
    const url = new URL(this.server + path)
    // Send the token only to paths below this address. The host may serve other programs, too.
    if (!url.href.startsWith(`${this.server}/`)) {
      throw new UsageError(
        `"${path}" is outside of ${this.server}.`,
        'Write the path without "..".'
      )
    }
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const headers = { accept: 'application/json', ...this.#connection.headers, ...options.headers }
    const hasJson = options.json !== undefined
    try {
      return await fetch(url, {
        method,
        headers: hasJson ? { ...headers, 'content-type': 'application/json' } : headers,
        body: hasJson ? JSON.stringify(options.json) : (options.stream ?? null),
        // Following a redirect would turn a POST into a GET, or send the token to another server.
        redirect: 'manual',
        ...(options.stream && UNREPEATABLE),
        signal: timeout === undefined ? null : AbortSignal.timeout(timeout),
      })
    } catch (error) {
      throw unreachableError(this.server, error)
    }
  }

  async #read<T>(response: Response): Promise<T> {
    if (response.status === 204) return undefined as T
    const text = await response.text().catch((error: unknown) => {
      throw unreachableError(this.server, error)
    })
    try {
      return parseJson(text) as T
    } catch {
      throw new CliError(
        ExitCode.failure,
        `${new URL(response.url).pathname} on ${this.server} did not return JSON.`,
        { hint: 'Check that --server names a Crossdock server.' }
      )
    }
  }

  #redirected(response: Response): CliError {
    const location = response.headers.get('location')
    const target = location ? new URL(location, response.url).origin : 'another address'
    return new CliError(ExitCode.unreachable, `${this.server} redirects to ${target}.`, {
      hint: `Use that address instead: --server ${target}`,
    })
  }
}
