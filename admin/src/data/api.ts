import {
  ApiError,
  sessionKey,
  type ActionRequest,
  type Api,
  type ApiState,
  type ListRequest,
  type QueryValue,
  type ReadOptions,
  type Session,
  type Tagged,
  type ResumableUploadOptions,
  type UploadOptions,
  type UploadTarget,
} from '@crossdock/admin/kit'
import type { QueryClient } from '@tanstack/react-query'
import { BuildWatch } from './build.js'
import { Connection, retryAfterOf } from './connection.js'
import { Observable } from './observable.js'
import { backoff, pause, spread } from './pause.js'
import { isOutage, sessionChanged, unreachable } from './problem.js'
import { ProofKeeper } from './proof_keeper.js'
import { SessionKeeper } from './session_keeper.js'
import { Tabs } from './tabs.js'
import { upload } from './upload.js'
import { API, whoami, sendRequest, openStream, type HttpAnswer, type WireOptions } from './wire.js'

interface Call {
  /** Whether the call only reads. It may be repeated, and no input is lost while it waits. */
  isRead: boolean
  /** Whether the call ends the session. It is sent before all other calls. */
  endsSession?: boolean
  /** Whether the call waits while the server is out of reach: all reads, and writes that resume where they stopped. */
  waitsForServer?: boolean
  /** Whether the caller reopens the connection after a failure. A proxy may cut it, so a failure is no outage. */
  reopens?: boolean
  signal?: AbortSignal | null
}

/** After a repeated read fails again, no read is repeated for this time, in milliseconds. */
const NO_REPEAT_FOR = 30_000
/** A read fails immediately when the server asks for a longer wait, in milliseconds. */
const LONGEST_WAIT = 30_000

/** The session and the deadline of one attempt. */
interface Attempt {
  session?: string
  signal: AbortSignal
}

/**
 * Sends all calls of the console to its server. Each call names the session it was made for. When that session
 * has ended, the call waits until the person has signed in again and is then repeated. Reads also wait while
 * the server is out of reach.
 */
export class ApiClient implements Api {
  #state = new Observable<ApiState>({
    session: 'none',
    barred: null,
    asking: false,
    outage: null,
    updated: false,
    live: false,
    proving: false,
  })
  readonly state = this.#state.get
  readonly subscribe = this.#state.subscribe
  readonly keeper: SessionKeeper
  readonly proofs: ProofKeeper
  readonly connection: Connection
  readonly #reread: () => void
  readonly #whoami = () => whoami((barred) => this.#state.set({ barred }))
  #lastFailedRepeat = -Infinity
  readonly build = new BuildWatch(() => this.#state.set({ updated: true }))

  /** @param channel name of the broadcast channel that the tabs of one console share */
  constructor(
    client: QueryClient,
    readonly channel = 'crossdock'
  ) {
    const reread = () => void client.invalidateQueries({ queryKey: sessionKey })
    this.#reread = reread
    const tabs = new Tabs(channel)
    this.keeper = new SessionKeeper({ state: this.#state, tabs, whoami: this.#whoami, reread })
    this.proofs = new ProofKeeper(this.#state)
    this.connection = new Connection(
      this.#state,
      () => this.keeper.checkSession(true),
      () => {
        // The session was just read. Everything else may have changed, including the console itself.
        void client.invalidateQueries({
          predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0],
        })
        void this.build.check()
      }
    )
  }

  askToSignIn = () => this.keeper.ask()
  signOutSignal = () => this.keeper.stay.signOutSignal
  retryNow = () => this.connection.retryNow()
  setLive = (live: boolean) => this.#state.set({ live })

  /** Must be called when a part of this build cannot be loaded: a newer build exists, or the server is out of reach. */
  partMissing = async (): Promise<void> => {
    if (await this.build.check()) this.#state.set({ updated: true })
    else this.connection.reportOutage(unreachable())
  }

  /** Asks who is signed in, until the server answers. The page then belongs to this person. */
  async loadSession(): Promise<Session | null> {
    for (;;) {
      try {
        const session = await this.#whoami()
        this.keeper.begin(session)
        return session
      } catch (error) {
        await this.connection.waitUntilBack(error)
      }
    }
  }

  /** The fetch function for ra-data-simple-rest. */
  http = (url: string, options: WireOptions = {}): Promise<HttpAnswer> => {
    const isRead = (options.method ?? 'GET') === 'GET'
    return this.#guard({ isRead, signal: options.signal }, (own) =>
      sendRequest(url, { ...options, ...own })
    )
  }

  async read<T>(path: string, { query, signal }: ReadOptions = {}): Promise<T> {
    const { json } = await this.http(`${API}/${path}${queryString(query)}`, { signal })
    return json as T
  }

  async readTagged<T>(path: string, { query, signal }: ReadOptions = {}): Promise<Tagged<T>> {
    const { json, headers } = await this.http(`${API}/${path}${queryString(query)}`, { signal })
    return { data: json as T, tag: headers.get('ETag') ?? undefined }
  }

  async list<T>(path: string, { range, sort, filter = {} }: ListRequest) {
    const query = queryString({
      range: JSON.stringify(range),
      sort: JSON.stringify(sort),
      filter: JSON.stringify(filter),
    })
    const { json, headers } = await this.http(`${API}/${path}${query}`)
    const total = Number(headers.get('Content-Range')?.split('/').pop())
    return { items: json as T[], total }
  }

  /** Sends a PUT in the background. Like a read, it waits for a session and never asks the person to sign in. */
  async putInBackground(path: string, body: unknown): Promise<void> {
    const options = { method: 'PUT', body: JSON.stringify(body) }
    await this.#guard({ isRead: true }, (own) =>
      sendRequest(`${API}/${path}`, { ...options, ...own })
    )
  }

  async action<T>({ path, method = 'POST', body, ifMatch }: ActionRequest): Promise<T> {
    const { json } = await this.http(`${API}/${path}`, {
      method,
      headers: ifMatch === undefined ? undefined : { 'If-Match': ifMatch },
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    })
    return json as T
  }

  upload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
    return this.#guard({ isRead: false, signal: options.signal }, (own) =>
      upload<T>(`${API}/${path}`, form, { ...options, ...own })
    )
  }

  uploadResumably(file: File, target: UploadTarget, options: ResumableUploadOptions = {}) {
    let { address } = options
    const onAddress = (given: string) => {
      address = given
      options.onAddress?.(given)
    }
    return this.#guard(
      { isRead: false, waitsForServer: true, signal: options.signal },
      async (own) => {
        const { uploadResumably } = await import('./resumable_upload.js')
        return await uploadResumably(file, target, { ...options, ...own, address, onAddress })
      }
    )
  }

  async cancelUpload(address: string): Promise<void> {
    await this.#guard({ isRead: false }, async ({ session }) => {
      const { cancelUpload } = await import('./resumable_upload.js')
      await cancelUpload(address, session)
    })
  }

  /** Opens the stream of events after the named one; without a name, of new events. */
  openStream(after: string | undefined, signal: AbortSignal) {
    const headers = { Accept: 'text/event-stream', ...(after && { 'Last-Event-ID': after }) }
    return this.#guard({ isRead: true, reopens: true, signal }, (own) =>
      openStream(`${API}/events/stream`, { headers, ...own })
    )
  }

  /** Ends the session of this page. The call names this session, so it never ends another person's session. */
  async signOut(): Promise<void> {
    await this.#guard({ isRead: false, endsSession: true }, (own) =>
      sendRequest(`${API}/auth/logout`, { method: 'POST', ...own })
    )
  }

  async ready(): Promise<void> {
    await this.#guard({ isRead: false }, (own) => sendRequest(`${API}/auth/me`, own))
  }

  async #guard<T>(call: Call, attempt: (call: Attempt) => Promise<T>) {
    const { isRead, waitsForServer = isRead, signal: own } = call
    // The owner of the call is fixed now for all attempts. A person who signs in later never repeats it.
    const stay = this.keeper.stay
    const signal = own ? AbortSignal.any([own, stay.signOutSignal]) : stay.signOutSignal
    if (!call.endsSession) await this.keeper.waitForSignOut(signal)
    let renewed = false
    let proved = false
    let failures = 0
    for (;;) {
      if (this.#state.get().session === 'changed' && !isRead) throw sessionChanged()
      const { outage } = this.connection
      try {
        const answer = await attempt({ session: stay.owner?.session?.id, signal })
        this.connection.reportAnswer(outage)
        return answer
      } catch (error) {
        stay.signOutSignal.throwIfAborted()
        if (!(error instanceof ApiError)) throw error
        if (stay.owner && !renewed && isAboutSession(error)) {
          renewed = true
          await this.keeper.waitForSession(isRead, signal)
        } else if (!proved && error.code === 'E_FRESH_PROOF_NEEDED') {
          proved = true
          await this.proofs.ask(signal)
        } else if (error.code === 'E_SECOND_FACTOR_REQUIRED') {
          // The session says what the person must do first, and the page asks for it.
          this.#reread()
          throw error
        } else if (call.reopens || !isOutage(error)) {
          throw error
        } else if (!waitsForServer) {
          if (error.status === 0) void this.connection.isAway(error)
          throw error
        } else if (await this.connection.isAway(error)) {
          await this.connection.waitUntilBack(error, signal)
        } else {
          const wait = Math.max(backoff(failures++), spread(retryAfterOf(error)))
          if (isRead) this.#mayRepeat(error, failures, wait)
          await pause(wait, signal)
          signal.throwIfAborted()
        }
      }
    }
  }

  /**
   * Allows one repetition of a read that fails while the server answers other calls.
   * @throws the error of the read when it may not be repeated
   */
  #mayRepeat(error: ApiError, failures: number, wait: number) {
    const isInVain = failures > 1
    if (isInVain) this.#lastFailedRepeat = Date.now()
    if (isInVain || wait > LONGEST_WAIT || Date.now() - this.#lastFailedRepeat < NO_REPEAT_FOR)
      throw error
  }
}

const isAboutSession = ({ status, code }: ApiError) =>
  status === 401 || code === 'E_SESSION_CHANGED'

function queryString(query: Record<string, QueryValue> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}
