import { ApiError, type ApiState } from '@crossdock/admin/kit'
import type { Observable } from './observable.js'
import { Waiting } from './waiting.js'

const FIRST_TRY = 1_000
const LONGEST_PAUSE = 30_000

/** Whether the server answers. Once it does not, it is asked again and again, ever less often, until it does. */
export class Connection {
  #waiting = new Waiting()
  #wake: (() => void) | undefined

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
    if (this.state.get().outage) return
    this.#name(error)
    void this.#follow(retryAfterOf(error))
  }

  /** Somebody does not want to wait for the next try. */
  retryNow() {
    this.#wake?.()
  }

  async #follow(pause: number) {
    for (let wait = Math.max(FIRST_TRY, pause); ;) {
      await this.#sleep(wait)
      try {
        await this.probe()
        break
      } catch (error) {
        this.#name(error)
        wait = Math.max(Math.min(wait * 2, LONGEST_PAUSE), retryAfterOf(error))
      }
    }
    this.state.set({ outage: null })
    this.#waiting.goOn()
    this.onBack()
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
