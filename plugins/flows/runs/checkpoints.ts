import { now } from '@crossdock/kernel/database'
import type { FlowStep, StepFailed } from '../contracts/index.js'
import { StepResult, type StepTry } from '../models/step_result.js'

/** What is known about a step of a run between its commits. */
export interface StepState {
  status: StepResult['status']
  attempts: number
  failures: number
  tries: StepTry[]
  output: unknown
}

/** Tries that are kept of a step; the first ones of many go. */
const keptTries = 20

/** The checkpoints of one run. Every write happens in the caller's transaction. */
export class Checkpoints {
  readonly #states: Map<string, StepState>

  constructor(
    private readonly runId: string,
    results: StepResult[]
  ) {
    // Plain objects: the properties of models do not survive being spread.
    this.#states = new Map(
      results.map(({ stepId, status, attempts, failures, tries, output }) => [
        stepId,
        { status, attempts, failures, tries, output },
      ])
    )
  }

  get(step: FlowStep): StepState | undefined {
    return this.#states.get(step.id)
  }

  isDone(step: FlowStep): boolean {
    return this.get(step)?.status === 'completed'
  }

  /** Whether a try has begun that has not ended, as far as anybody knows. */
  isRunning(step: FlowStep): boolean {
    return this.get(step)?.status === 'running'
  }

  /** Outputs of the steps that are done, by step id. */
  outputs(): Record<string, unknown> {
    const done = [...this.#states].filter(([, { status }]) => status === 'completed')
    return Object.fromEntries(done.map(([id, { output }]) => [id, output]))
  }

  /** Keeps in memory what a transaction has written, once it has committed. */
  remember(step: FlowStep, state: StepState): void {
    this.#states.set(step.id, state)
  }

  /** Marks the step as begun; the state to remember after the commit. */
  async begin(step: FlowStep): Promise<StepState> {
    const before = this.get(step)
    const startedAt = now()
    const attempts = (before?.attempts ?? 0) + 1
    const tries = [...endOpenTry(before?.tries ?? [], startedAt), { attempt: attempts, startedAt }]
    const state: StepState = {
      status: 'running',
      attempts,
      failures: before?.failures ?? 0,
      tries: tries.slice(-keptTries),
      output: null,
    }
    if (before) {
      await this.#update(step, { status: state.status, attempts, next_try_at: null }, state.tries)
      return state
    }
    await StepResult.create({
      ...state,
      runId: this.runId,
      stepId: step.id,
      stepOrder: step.order,
      type: step.type,
      startedAt,
    })
    return state
  }

  async complete(step: FlowStep, output: unknown): Promise<StepState> {
    const completedAt = now()
    const state = this.#ended(step, { completedAt })
    await this.#update(
      step,
      {
        status: 'completed',
        output: JSON.stringify(output),
        error_message: null,
        completed_at: completedAt,
      },
      state.tries
    )
    return { ...state, status: 'completed', output }
  }

  /** Records a failed try, as `storedFailure` gives it; with `nextTryAt` the step waits, without it it has failed for good. */
  async fail(step: FlowStep, failure: StepFailed, nextTryAt: Date | null): Promise<StepState> {
    const completedAt = now()
    const errorMessage = failure.message
    const state = this.#ended(step, { completedAt, errorMessage })
    const status = nextTryAt ? 'waiting' : 'failed'
    await this.#update(
      step,
      {
        status,
        failures: state.failures + 1,
        output: JSON.stringify(failure.output ?? null),
        error_message: errorMessage,
        completed_at: nextTryAt ? null : completedAt,
        next_try_at: nextTryAt?.toISOString() ?? null,
      },
      state.tries
    )
    return { ...state, status, failures: state.failures + 1 }
  }

  #ended(step: FlowStep, end: Partial<StepTry>): StepState {
    const state = this.get(step)!
    return { ...state, tries: state.tries.with(-1, { ...state.tries.at(-1)!, ...end }) }
  }

  async #update(step: FlowStep, columns: object, tries: StepTry[]): Promise<void> {
    await StepResult.query()
      .where('run_id', this.runId)
      .where('step_id', step.id)
      .update({ ...columns, tries: JSON.stringify(tries) })
  }
}

/** A try without an end is one a process took down with it. */
function endOpenTry(tries: StepTry[], at: string): StepTry[] {
  return tries.map((one) =>
    one.completedAt
      ? one
      : { ...one, completedAt: at, errorMessage: 'The process ended during this try.' }
  )
}
