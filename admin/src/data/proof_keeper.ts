import type { ApiState } from '@crossdock/admin/kit'
import type { Observable } from './observable.js'
import { proofDeclined } from './problem.js'
import { Waiting } from './waiting.js'

/** Calls that need a recent confirmation wait here while the person confirms their identity. */
export class ProofKeeper {
  #waiting = new Waiting()

  constructor(private readonly state: Observable<ApiState>) {}

  /** Asks the person to confirm. Resolves when the call may be repeated; rejects when the person declines. */
  async ask(signal: AbortSignal): Promise<void> {
    this.state.set({ proving: true })
    // When the person leaves the page, close the question.
    const close = () => this.state.set({ proving: false })
    signal.addEventListener('abort', close)
    await this.#waiting
      .wait(false, signal)
      .finally(() => signal.removeEventListener('abort', close))
  }

  /** Must be called when the person has confirmed their identity. Waiting calls continue. */
  confirm = () => {
    this.state.set({ proving: false })
    this.#waiting.resumeAll()
  }

  /** Must be called when the person closes the question. Waiting calls fail, and input stays. */
  decline = () => {
    this.state.set({ proving: false })
    this.#waiting.rejectWrites(proofDeclined())
  }
}
