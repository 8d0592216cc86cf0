import { ApiError, type ApiState } from '@crossdock/admin/kit'
import type { Observable } from './observable.js'
import { backoff, spread } from './pause.js'
import { isOutage } from './problem.js'
import { Waiting } from './waiting.js'

/** An outage that begins within this time (ms) after the last one continues its growing pauses. */
const CALM = 60_000
/** However many outages follow each other, the page reads everything again at most once in this time (ms). */
const EVERY = 30_000

/**
 * Knows whether the server answers. While it does not, this probes it with growing pauses. A failed call alone
 * is no outage, because a proxy may block only that address.
 */
export class Connection {
  #waiting = new Waiting()
  #wake: (() => void) | undefined
  #outage: object | undefined
  #doubt: Promise<boolean> | undefined
  #tries = 0
  #endedAt = -Infinity
  #announcedAt = -Infinity
  #announcing: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly state: Observable<ApiState>,
    /** Rejects while the server does not answer. */
    private readonly probe: () => Promise<void>,
    private readonly onBack: () => void
  ) {
    window.addEventListener('online', () => this.retryNow())
  }

  /** Resolves when the server answers again. */
  back(error: unknown, signal?: AbortSignal | null): Promise<void> {
    this.lost(error)
    return this.#waiting.join(true, signal)
  }

  /** Probes the server after a failed call. Calls that ask at the same time share one probe. */
  isAway(error: ApiError): Promise<boolean> {
    if (this.#outage) return Promise.resolve(true)
    this.#doubt ??= this.#ask(error).finally(() => (this.#doubt = undefined))
    return this.#doubt
  }

  /** The server is out of reach. */
  lost(error: unknown) {
    if (this.#outage) return
    this.#outage = {}
    if (Date.now() - this.#endedAt > CALM) this.#tries = 0
    this.#name(error)
    void this.#follow(this.#outage, retryAfterOf(error))
  }

  /** The outage there is now, which a call that is made now and answered ends. */
  get outage(): object | undefined {
    return this.#outage
  }

  /** A call was answered that was made in this outage. */
  answered(outage: object | undefined) {
    if (!outage || outage !== this.#outage) return
    this.#outage = undefined
    this.#endedAt = Date.now()
    this.state.set({ outage: null })
    this.#waiting.goOn()
    this.#announce()
  }

  /** Probes at once, without the rest of the pause. */
  retryNow() {
    this.#wake?.()
  }

  async #ask(error: ApiError): Promise<boolean> {
    try {
      await this.probe()
      return false
    } catch (found) {
      // Every other error is an answer, so the server is there.
      if (!(found instanceof ApiError) || !isOutage(found)) return false
      this.lost(found.body.retryAfter === undefined ? error : found)
      return true
    }
  }

  async #follow(outage: object, pause: number) {
    for (let asked = pause; ;) {
      await this.#sleep(Math.max(backoff(this.#tries++), spread(asked)))
      if (outage !== this.#outage) return
      try {
        await this.probe()
        return this.answered(outage)
      } catch (error) {
        if (outage === this.#outage) this.#name(error)
        asked = retryAfterOf(error)
      }
    }
  }

  /** Calls `onBack`, at most once in a while. */
  #announce() {
    if (this.#announcing) return
    const announce = () => {
      this.#announcing = undefined
      this.#announcedAt = Date.now()
      this.onBack()
    }
    const wait = this.#announcedAt + EVERY - Date.now()
    if (wait > 0) this.#announcing = setTimeout(announce, wait)
    else announce()
  }

  #name(error: unknown) {
    const outage = error instanceof ApiError && error.status > 0 ? 'silent' : 'lost'
    if (this.state.get().outage !== outage) this.state.set({ outage })
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      setTimeout(resolve, ms)
    })
  }
}

/** The wait that an answer asks for, in milliseconds; 0 when it asks for none. */
export const retryAfterOf = (error: unknown): number =>
  error instanceof ApiError ? (error.body.retryAfter ?? 0) * 1_000 : 0
