import type { Checkpoints, StepState } from './checkpoints.js'
import { pathOf, stepAt, type Place } from './frame.js'

/** What a step wanted to save could not be, which is the step's own failure. */
export class NotSaved extends Error {}

/** What the next commit records, and what is known once it has. */
export class Deed {
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

  /** Work of the step's own; what it throws is the step's failure. */
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

  /** To be called inside the transaction. */
  do = async (): Promise<void> => {
    for (const work of this.#works) await work()
  }
}
