import type { Checkpoints } from './checkpoints.js'
import type { StepState } from './step_state.js'
import { pathOf, stepAt, type Place } from './frame.js'

/** A step could not save its data. This counts as a failure of the step. */
export class NotSaved extends Error {}

/** Changes for the next commit, and the states to remember after it. */
export class StepCommit {
  /** States by path. */
  readonly written = new Map<string, { stepId: string; state: StepState }>()
  readonly #works: (() => Promise<unknown>)[] = []

  constructor(private readonly checkpoints: Checkpoints) {}

  mark(place: Place, state: StepState): this {
    this.written.set(pathOf(place), { stepId: stepAt(place).id, state })
    return this.with(() => this.checkpoints.write(place, state))
  }

  get isEmpty(): boolean {
    return this.#works.length === 0
  }

  with(work: () => Promise<unknown>): this {
    this.#works.push(work)
    return this
  }

  /** Adds the `save` of the step. If it throws, the step fails. */
  saving(save: (() => Promise<void>) | undefined): this {
    if (!save) return this
    return this.with(async () => {
      try {
        await save()
      } catch (cause) {
        throw new NotSaved('', { cause })
      }
    })
  }

  /** Makes all changes. Call it inside the transaction. */
  do = async (): Promise<void> => {
    for (const work of this.#works) await work()
  }
}
