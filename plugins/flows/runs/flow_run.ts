import { isPassing } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import { settingsOf, waitAfter } from '../definition/step_settings.js'
import { StepFailed, type FlowStep, type StepOutcome } from '../contracts/index.js'
import type { Execution } from '../models/execution.js'
import type { Checkpoints } from './checkpoints.js'
import { recordCompleted, recordFailed, recordStart, recordStep } from './record_progress.js'
import { storedOutput } from './stored_output.js'
import { toFailure, tryStep } from './try_step.js'

/**
 * Works one run from where it stands. The end of a step and the beginning of the next are one
 * transaction; a worker that has lost the job can write neither.
 */
export class FlowRun {
  #startedAt = ''

  constructor(
    private readonly job: RunningJob<{ runId: string }>,
    private readonly run: Execution,
    private readonly checkpoints: Checkpoints
  ) {}

  async work(): Promise<void> {
    const first = this.#firstOpen()
    if (!first) {
      return this.job.finish(async () => {
        const { causeId, rootId, startedAt } = await recordStart(this.run)
        await withContext({ causeId, rootId }, () => recordCompleted(this.run, startedAt))
      })
    }
    const { causeId, rootId, startedAt, state } = await this.job.commit(async () => ({
      ...(await recordStart(this.run)),
      state: await this.#begin(first),
    }))
    this.checkpoints.remember(first, state)
    this.#startedAt = startedAt
    await withContext({ causeId, rootId }, () => this.#workFrom(first))
  }

  async #workFrom(first: FlowStep): Promise<void> {
    let step: FlowStep | undefined = first
    while (step) {
      const result = await this.#try(step)
      const passed: FlowStep | StepFailed | undefined = result.done
        ? await this.#pass(step, result.outcome)
        : result.failure
      if (passed instanceof StepFailed) return this.#fail(step, passed)
      step = passed
    }
  }

  #firstOpen(): FlowStep | undefined {
    return this.run.steps.find((step) => !this.checkpoints.isDone(step))
  }

  async #begin(step: FlowStep) {
    await recordStep(this.run, step)
    return this.checkpoints.begin(step)
  }

  #try(step: FlowStep) {
    const { id, executionId, flowId, flowName, contextData } = this.run
    return tryStep({
      execution: { id, executionId, flowId, flowName },
      step,
      attempt: this.checkpoints.get(step)!.attempts,
      idempotencyKey: `${executionId}:${step.id}`,
      signal: this.job.signal,
      input: { ...contextData, steps: this.checkpoints.outputs() },
    })
  }

  /**
   * Records a step as done and begins the next, which it returns; without one the run is complete.
   * A failure when what the step wants to save cannot be.
   */
  async #pass(
    step: FlowStep,
    { output, save }: StepOutcome
  ): Promise<FlowStep | StepFailed | undefined> {
    try {
      const kept = storedOutput(output)
      const next = this.run.steps.find(({ order }) => order > step.order)
      const record = async () => {
        await save?.()
        return this.checkpoints.complete(step, kept)
      }
      if (next) {
        const { done, begun } = await this.job.commit(async () => ({
          done: await record(),
          begun: await this.#begin(next),
        }))
        this.checkpoints.remember(step, done)
        this.checkpoints.remember(next, begun)
      } else {
        await this.job.finish(async () => {
          await record()
          await recordCompleted(this.run, this.#startedAt)
        })
      }
      return next
    } catch (error) {
      this.job.signal.throwIfAborted()
      // Without anything to save, it is not the step that failed but the database.
      if ((save && !isPassing(error)) || error instanceof TypeError) return toFailure(error)
      throw error
    }
  }

  async #fail(step: FlowStep, failure: StepFailed): Promise<void> {
    const settings = settingsOf(step)
    const failures = this.checkpoints.get(step)!.failures + 1
    if (failure.retryable && failures < settings.retry.attempts) {
      const at = new Date(Date.now() + waitAfter(settings, failures, failure.retryAfterMs))
      return this.job.resumeAt(
        at,
        async () => void (await this.checkpoints.fail(step, failure, at))
      )
    }
    await this.job.finish(async () => {
      await this.checkpoints.fail(step, failure, null)
      await recordFailed(this.run, failure.message, this.#startedAt, step)
    })
  }
}
