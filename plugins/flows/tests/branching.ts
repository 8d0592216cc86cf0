import { StepFailed, type StepContext, type StepOutcome } from '../contracts/index.js'
import { Probe } from './probe.js'

/** A probe with branches, whose outcome a test decides. */
export class Brancher extends Probe {
  readonly branches = ['yes', 'no', 'each']
  readonly #outcomes = new Map<string, (context: StepContext) => StepOutcome>()

  decides(step: string, outcome: (context: StepContext) => StepOutcome): void {
    this.#outcomes.set(step, outcome)
  }

  override async run(context: StepContext): Promise<StepOutcome> {
    const done = await super.run(context)
    return this.#outcomes.get(context.step.id)?.(context) ?? done
  }
}

/** Same as `failing`, for one item. */
export const failingAt =
  (index: number, times: number) =>
  ({ attempt, input }: StepContext) => {
    if (input.index !== index || attempt > times) return { item: input.item }
    throw new StepFailed(`No luck with item ${index}.`, { retryable: false })
  }
