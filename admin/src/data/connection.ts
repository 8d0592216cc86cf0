import { ApiError, type ApiState } from '@crossdock/admin/kit'
import type { Observable } from './observable.js'
import { Waiting } from './waiting.js'

const FIRST_TRY = 1_000
const LONGEST_PAUSE = 30_000

/** Whether the server answers. Once it does not, it is asked again and again, ever less often, until it does. */
export class Connection {
  #waiting = new Waiting()
  #wake: (() => void) | undefined
  #outage: object | undefined

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

  /** A call found the server out of reach. */
  lost(error: unknown) {
    if (this.#outage) return
    this.#outage = {}
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
    this.state.set({ outage: null })
    this.#waiting.goOn()
    this.onBack()
  }

  /** Somebody does not want to wait for the next try. */
  retryNow() {
    this.#wake?.()
  }

  async #follow(outage: object, pause: number) {
    for (let wait = Math.max(FIRST_TRY, pause); ;) {
      await this.#sleep(wait)
      if (outage !== this.#outage) return
      try {
        await this.probe()
        return this.answered(outage)
      } catch (error) {
        if (outage === this.#outage) this.#name(error)
        wait = Math.max(Math.min(wait * 2, LONGEST_PAUSE), retryAfterOf(error))
      }
    }
  }

  #name(error: unknown) {
    const outage = error instanceof ApiError && error.status > 0 ? 'silent' : 'lost'
    if (this.state.get().outage !== outage) this.state.set({ outage })
  }

  // Not all tabs of all people at the same moment: up to a fifth sooner or later.
  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      setTimeout(resolve, ms * (0.8 + Math.random() * 0.4))
    })
  }
}

const retryAfterOf = (error: unknown): number =>
  error instanceof ApiError ? (error.body.retryAfter ?? 0) * 1_000 : 0
