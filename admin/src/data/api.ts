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
  type GoesOptions,
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
import { API, whoami, wire, wireStream, type HttpAnswer, type WireOptions } from './wire.js'

interface Call {
  /** Nobody loses anything while it waits, and it may be repeated. */
  isRead: boolean
  /** It ends the session: it goes out before all others. */
  isParting?: boolean
  /** A write that goes on from where it was: it waits for the server as a read does. */
  goesOn?: boolean
  /** The caller opens it again after each failure. A proxy may cut it, so a failure is no sign of an outage. */
  reopens?: boolean
  signal?: AbortSignal | null
}

/** After a repeated read fails again, the page repeats no read for this time, in milliseconds. */
const IN_VAIN = 30_000
/** A read fails at once when the server asks for a longer wait, in milliseconds. */
const LONGEST_WAIT = 30_000

/** What an attempt is sent with: for which session, and until when. */
interface Attempt {
  session?: string
  signal: AbortSignal
}

/**
 * The console's one way to its server. Every call carries the session it was made for, waits while
 * the person signs in again and is then repeated; reads also wait while the server is out of reach.
 */
export class ApiClient implements Api {
  #state = new Observable<ApiState>({
    session: 'none',
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
  #inVain = -Infinity
  readonly build = new BuildWatch(() => this.#state.set({ updated: true }))

  /** `channel` is what tabs of one console have in common. */
  constructor(
    client: QueryClient,
    readonly channel = 'crossdock'
  ) {
    const reread = () => void client.invalidateQueries({ queryKey: sessionKey })
    this.#reread = reread
    const tabs = new Tabs(channel)
    this.keeper = new SessionKeeper({ state: this.#state, tabs, whoami, reread })
    this.proofs = new ProofKeeper(this.#state)
    this.connection = new Connection(
      this.#state,
      () => this.keeper.look(true),
      () => {
        // Who was just asked for; everything else may have changed, the console itself too.
        void client.invalidateQueries({
          predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0],
        })
        void this.build.check()
      }
    )
  }

  askToSignIn = () => this.keeper.ask()
  left = () => this.keeper.stay.left
  retryNow = () => this.connection.retryNow()
  setLive = (live: boolean) => this.#state.set({ live })

  /** A part of this build could not be loaded: another build is there, or the server is out of reach. */
  partMissing = async (): Promise<void> => {
    if (await this.build.check()) this.#state.set({ updated: true })
    else this.connection.lost(unreachable())
  }

  /** Who is signed in, asked until there is an answer: the page belongs to this person. */
  async loadSession(): Promise<Session | null> {
    for (;;) {
      try {
        const session = await whoami()
        this.keeper.begin(session)
        return session
      } catch (error) {
        await this.connection.back(error)
      }
    }
  }

  /** What ra-data-simple-rest calls. */
  http = (url: string, options: WireOptions = {}): Promise<HttpAnswer> => {
    const isRead = (options.method ?? 'GET') === 'GET'
    return this.#guard({ isRead, signal: options.signal }, (own) =>
      wire(url, { ...options, ...own })
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

  readBytes(path: string, { query, signal }: ReadOptions = {}): Promise<ArrayBuffer> {
    return this.#guard({ isRead: true, signal }, async (own) => {
      const { readBytes } = await import('./read_bytes.js')
      const { bytes } = await readBytes(
        `${API}/${path}${queryString(query)}`,
        undefined,
        own.signal
      )
      return bytes
    })
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

  /** Put what nobody waits for: like a read it waits for a session, and does not ask for one again. */
  async putAside(path: string, body: unknown): Promise<void> {
    const options = { method: 'PUT', body: JSON.stringify(body) }
    await this.#guard({ isRead: true }, (own) => wire(`${API}/${path}`, { ...options, ...own }))
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

  uploadInGoes(file: File, target: UploadTarget, options: GoesOptions = {}) {
    let { address } = options
    const onAddress = (given: string) => {
      address = given
      options.onAddress?.(given)
    }
    return this.#guard({ isRead: false, goesOn: true, signal: options.signal }, async (own) => {
      const { uploadInGoes } = await import('./upload_in_goes.js')
      return await uploadInGoes(file, target, { ...options, ...own, address, onAddress })
    })
  }

  async giveUpload(address: string): Promise<void> {
    await this.#guard({ isRead: false }, async ({ session }) => {
      const { giveUpload } = await import('./upload_in_goes.js')
      await giveUpload(address, session)
    })
  }

  /** What happens, as it happens, behind an event or from now on. */
  openStream(after: string | undefined, signal: AbortSignal) {
    const headers = { Accept: 'text/event-stream', ...(after && { 'Last-Event-ID': after }) }
    return this.#guard({ isRead: true, reopens: true, signal }, (own) =>
      wireStream(`${API}/events/stream`, { headers, ...own })
    )
  }

  /** A write for this page's own session: nobody ends somebody else's. */
  async signOut(): Promise<void> {
    await this.#guard({ isRead: false, isParting: true }, (own) =>
      wire(`${API}/auth/logout`, { method: 'POST', ...own })
    )
  }

  async ready(): Promise<void> {
    await this.#guard({ isRead: false }, (own) => wire(`${API}/auth/me`, own))
  }

  async #guard<T>(call: Call, attempt: (call: Attempt) => Promise<T>) {
    const { isRead, goesOn = isRead, signal: own } = call
    // Whose call it is, is settled now and for all attempts: nobody who signs in later repeats it.
    const stay = this.keeper.stay
    const signal = own ? AbortSignal.any([own, stay.left]) : stay.left
    if (!call.isParting) await this.keeper.mayCall(signal)
    let renewed = false
    let proved = false
    let failures = 0
    for (;;) {
      if (this.#state.get().session === 'changed' && !isRead) throw sessionChanged()
      const { outage } = this.connection
      try {
        const answer = await attempt({ session: stay.owner?.session?.id, signal })
        this.connection.answered(outage)
        return answer
      } catch (error) {
        stay.left.throwIfAborted()
        if (!(error instanceof ApiError)) throw error
        if (stay.owner && !renewed && isAboutSession(error)) {
          renewed = true
          await this.keeper.renewed(isRead, signal)
        } else if (!proved && error.code === 'E_FRESH_PROOF_NEEDED') {
          proved = true
          await this.proofs.ask(signal)
        } else if (error.code === 'E_SECOND_FACTOR_REQUIRED') {
          // The session says what is to be done first, and the page asks for it.
          this.#reread()
          throw error
        } else if (call.reopens || !isOutage(error)) {
          throw error
        } else if (!goesOn) {
          if (error.status === 0) void this.connection.isAway(error)
          throw error
        } else if (await this.connection.isAway(error)) {
          await this.connection.back(error, signal)
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
    if (isInVain) this.#inVain = Date.now()
    if (isInVain || wait > LONGEST_WAIT || Date.now() - this.#inVain < IN_VAIN) throw error
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
