import type { RunningJob } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import { settingsOf, waitAfter } from '../definition/step_settings.js'
import {
  StepFailed,
  stepTypes,
  type FlowStep,
  type StepOutcome,
  type StepPlan,
} from '../contracts/index.js'
import type { Execution } from '../models/execution.js'
import type { Checkpoints } from './checkpoints.js'
import { recordCompleted, recordFailed, recordStart, recordStep } from './record_progress.js'
import { storedFailure, storedOutput } from './stored_output.js'
import { prepareStep, toFailure, tryStep, type PreparedTry } from './try_step.js'

/**
 * Processes one step may take down before it is taken for the cause: more than an innocent one that runs beside it
 * is met by, as what was lost waits longer each time.
 */
const maxLosses = 10

/** A step and what its try needs. */
interface Next {
  step: FlowStep
  plan: StepPlan
  prepared: PreparedTry
}

/** What a step wanted to save could not be, which is the step's own failure. */
class NotSaved extends Error {}

/**
 * Works one run from where it stands. The end of a step and the beginning of the next are one
 * transaction; a worker that has lost the job can write neither. A step that calls another system
 * begins when there is a place for its call. Each step acts with the present permissions of whoever
 * had saved the workflow.
 */
export class FlowRun {
  #startedAt = ''

  constructor(
    private readonly job: RunningJob<{ runId: string }>,
    private readonly run: Execution,
    private readonly checkpoints: Checkpoints
  ) {}

  async work(): Promise<void> {
    const step = this.run.steps.find((one) => !this.checkpoints.isDone(one))
    if (!step) {
      return this.job.finish(async () => {
        const { causeId, rootId, startedAt } = await recordStart(this.run)
        await withContext({ causeId, rootId }, () => recordCompleted(this.run, startedAt))
      })
    }
    if (this.job.losses >= maxLosses && this.checkpoints.isRunning(step)) return this.#giveUp(step)
    const first = await this.#prepare(step)
    const { target } = first.prepared
    if (!this.job.reserve(target)) return this.job.lineUp(target!)
    const { causeId, rootId, startedAt, state } = await this.job.commit(async () => ({
      ...(await recordStart(this.run, step)),
      state: await this.#begin(first),
    }))
    this.checkpoints.remember(step, state)
    this.#startedAt = startedAt
    await withContext({ causeId, rootId }, () => this.#workFrom(first))
  }

  async #workFrom(first: Next): Promise<void> {
    let next: Next | undefined = first
    while (next) next = await this.#workOn(next)
  }

  /** Does a step; the next one, which has begun, if the run goes on with it at once. */
  #workOn(now: Next): Promise<Next | undefined> {
    const { step, plan, prepared } = now
    return withContext({ permissions: prepared.permissions }, async () => {
      const result = await tryStep(plan, prepared, this.job)
      const passed = result.done ? await this.#pass(now, result.outcome) : result.failure
      if (!(passed instanceof StepFailed)) return passed
      await this.#fail(step, storedFailure(passed, prepared.secrets))
      return undefined
    })
  }

  async #prepare(step: FlowStep, more: Record<string, unknown> = {}): Promise<Next> {
    const { id, executionId, flowId, flowName, contextData } = this.run
    const plan: StepPlan = {
      execution: { id, executionId, flowId, flowName },
      step,
      attempt: (this.checkpoints.get(step)?.attempts ?? 0) + 1,
      idempotencyKey: `${executionId}:${step.id}`,
      input: { ...contextData, steps: { ...this.checkpoints.outputs(), ...more } },
    }
    return { step, plan, prepared: await prepareStep(plan, this.run.savedBy) }
  }

  async #begin({ step, prepared }: Next) {
    const state = await this.checkpoints.begin(step)
    await prepared.begin?.()
    return state
  }

  /**
   * Records a step as done and begins the next, which it returns; without one the run is complete,
   * or goes on later. A failure when what the step wants to save cannot be.
   */
  async #pass(
    { step, prepared }: Next,
    { output, save }: StepOutcome
  ): Promise<Next | StepFailed | undefined> {
    const progress = { progress: true }
    let kept: unknown
    try {
      kept = storedOutput(output, prepared.secrets)
    } catch (error) {
      return toFailure(error)
    }
    try {
      const record = async () => {
        await save?.().catch((cause: unknown) => {
          throw new NotSaved('', { cause })
        })
        return this.checkpoints.complete(step, kept)
      }
      const following = this.run.steps.find(({ order }) => order > step.order)
      if (!following) {
        await this.job.finish(async () => {
          await record()
          await recordCompleted(this.run, this.#startedAt)
        })
        return undefined
      }
      const next = await this.#prepare(following, { [step.id]: kept })
      const { target } = next.prepared
      if (!this.job.reserve(target)) {
        await this.job.lineUp(target!, async () => void (await record()), progress)
        return undefined
      }
      const { done, begun } = await this.job.commit(async () => {
        const ended = await record()
        await recordStep(this.run, following)
        return { done: ended, begun: await this.#begin(next) }
      }, progress)
      this.checkpoints.remember(step, done)
      this.checkpoints.remember(following, begun)
      return next
    } catch (error) {
      this.job.signal.throwIfAborted()
      // Anything else is the database's fault: it may even have stored what it could not confirm.
      if (error instanceof NotSaved) return toFailure(error.cause)
      throw error
    }
  }

  /** @param failure as `storedFailure` gives it */
  async #fail(step: FlowStep, failure: StepFailed): Promise<void> {
    const settings = settingsOf(step)
    const failures = this.checkpoints.get(step)!.failures + 1
    if (failure.retryable && failures < settings.retry.attempts) {
      const at = new Date(Date.now() + waitAfter(settings, failures, failure.retryAfterMs))
      return this.job.resumeAt(at, async () => {
        await failure.save?.()
        await this.checkpoints.fail(step, failure, at)
      })
    }
    await this.job.finish(async () => {
      await failure.save?.()
      await this.checkpoints.fail(step, failure, null)
      await recordFailed(this.run, failure.message, this.#startedAt, step)
    })
  }

  /** The step that ran whenever a process ended does not get another one. */
  async #giveUp(step: FlowStep): Promise<void> {
    const message = `The process ended ${this.job.losses} times while this step was running.`
    const { startedAt, startedEventId: causeId, rootId } = this.run
    const type = stepTypes.get(step.type)
    await withContext({ causeId, rootId }, () =>
      this.job.finish(async () => {
        if (type && 'abandon' in type) await type.abandon?.({ execution: this.run, step })
        await this.checkpoints.fail(step, new StepFailed(message), null)
        await recordFailed(this.run, message, startedAt, step)
      })
    )
  }
}
