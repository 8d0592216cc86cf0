import { ApiError, type ApiState } from '@crossdock/admin/kit'
import type { Observable } from './observable.js'
import { backoff, spread } from './pause.js'
import { isOutage } from './problem.js'
import { Waiting } from './waiting.js'

/** An outage that begins within this time (ms) after the last one continues its growing pauses. */
const NEW_OUTAGE_AFTER = 60_000
/** However many outages follow each other, the page reads everything again at most once in this time (ms). */
const RELOAD_EVERY = 30_000

/**
 * Knows whether the server answers. During an outage it probes the server with growing pauses. A failed call alone
 * is no outage, because a proxy may block only the address of that call.
 */
export class Connection {
  #waiting = new Waiting()
  #wake: (() => void) | undefined
  #outage: object | undefined
  #pendingProbe: Promise<boolean> | undefined
  #tries = 0
  #endedAt = -Infinity
  #announcedAt = -Infinity
  #announceTimer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly state: Observable<ApiState>,
    /** Rejects while the server does not answer. */
    private readonly probe: () => Promise<void>,
    private readonly onBack: () => void
  ) {
    window.addEventListener('online', () => this.retryNow())
  }

  /** Reports an outage. Resolves when the server answers again. */
  waitUntilBack(error: unknown, signal?: AbortSignal | null): Promise<void> {
    this.reportOutage(error)
    return this.#waiting.wait(true, signal)
  }

  /** Probes the server after a failed call and resolves to whether it is out of reach. Parallel calls share a probe. */
  isAway(error: ApiError): Promise<boolean> {
    if (this.#outage) return Promise.resolve(true)
    this.#pendingProbe ??= this.#probeOnce(error).finally(() => (this.#pendingProbe = undefined))
    return this.#pendingProbe
  }

  /** Must be called when the server is out of reach. */
  reportOutage(error: unknown) {
    if (this.#outage) return
    this.#outage = {}
    if (Date.now() - this.#endedAt > NEW_OUTAGE_AFTER) this.#tries = 0
    this.#showOutage(error)
    void this.#probeUntilBack(this.#outage, retryAfterOf(error))
  }

  /** The current outage. A call that is sent during the outage and answered ends it (see `reportAnswer`). */
  get outage(): object | undefined {
    return this.#outage
  }

  /** Must be called when a call was answered, with the outage in which the call was sent. */
  reportAnswer(outage: object | undefined) {
    if (!outage || outage !== this.#outage) return
    this.#outage = undefined
    this.#endedAt = Date.now()
    this.state.set({ outage: null })
    this.#waiting.resumeAll()
    this.#callOnBack()
  }

  /** Probes immediately, without the rest of the pause. */
  retryNow() {
    this.#wake?.()
  }

  async #probeOnce(error: ApiError): Promise<boolean> {
    try {
      await this.probe()
      return false
    } catch (found) {
      // Every other error is an answer, so the server is there.
      if (!(found instanceof ApiError) || !isOutage(found)) return false
      this.reportOutage(found.body.retryAfter === undefined ? error : found)
      return true
    }
  }

  async #probeUntilBack(outage: object, pause: number) {
    for (let requestedWait = pause; ;) {
      await this.#sleep(Math.max(backoff(this.#tries++), spread(requestedWait)))
      if (outage !== this.#outage) return
      try {
        await this.probe()
        return this.reportAnswer(outage)
      } catch (error) {
        if (outage === this.#outage) this.#showOutage(error)
        requestedWait = retryAfterOf(error)
      }
    }
  }

  /** Calls `onBack`, at most once in `RELOAD_EVERY`. */
  #callOnBack() {
    if (this.#announceTimer) return
    const announce = () => {
      this.#announceTimer = undefined
      this.#announcedAt = Date.now()
      this.onBack()
    }
    const wait = this.#announcedAt + RELOAD_EVERY - Date.now()
    if (wait > 0) this.#announceTimer = setTimeout(announce, wait)
    else announce()
  }

  #showOutage(error: unknown) {
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

/** Returns the wait that a failed answer asks for, in milliseconds; 0 when it asks for none. */
export const retryAfterOf = (error: unknown): number =>
  error instanceof ApiError ? (error.body.retryAfter ?? 0) * 1_000 : 0
