import type { ApiState } from '@crossdock/admin/kit'
import type { Observable } from './observable.js'
import { proofDeclined } from './problem.js'
import { Waiting } from './waiting.js'

/** Calls that need a fresh proof wait here while the person confirms that it is them. */
export class ProofKeeper {
  #waiting = new Waiting()

  constructor(private readonly state: Observable<ApiState>) {}

  /** Ask; resolves when the call may be repeated, rejects when the person does not want to. */
  async ask(signal: AbortSignal): Promise<void> {
    this.state.set({ proving: true })
    // Who leaves the page is asked nothing.
    const close = () => this.state.set({ proving: false })
    signal.addEventListener('abort', close)
    await this.#waiting
      .join(false, signal)
      .finally(() => signal.removeEventListener('abort', close))
  }

  /** It is them: what waits goes on. */
  given = () => {
    this.state.set({ proving: false })
    this.#waiting.goOn()
  }

  /** They closed the question: nothing is done, and what they entered stays. */
  decline = () => {
    this.state.set({ proving: false })
    this.#waiting.giveUpWrites(proofDeclined())
  }
}
