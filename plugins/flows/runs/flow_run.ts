import { clock, isDatabaseError, isUniqueViolation } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import { StepFailed, stepTypes, type FlowStep, type StepOutcome } from '../contracts/index.js'
import { stepName } from '../definition/step_name.js'
import { stepsIn, walk } from '../definition/tree.js'
import type { Execution } from '../models/execution.js'
import type { Checkpoints } from './checkpoints.js'
import type { StepState } from './step_state.js'
import { StepCommit, NotSaved } from './step_commit.js'
import { endRun, type Exit } from './end_run.js'
import {
  afterFailure,
  intoErrorBranch,
  crashedTooOften,
  tokenTaken,
  waitFailure,
  tooManyInLoops,
} from './failed_step.js'
import {
  Branch,
  parallelBranch,
  pathOf,
  stepAt,
  type Failed,
  type Frame,
  type Place,
} from './frame.js'
import { Mutex } from './mutex.js'
import {
  requestPermission,
  beginTry,
  planTry,
  unlessFailed,
  type Delay,
  type NextTry,
} from './next_try.js'
import { afterwards } from './outcome.js'
import { recordFailedItems, recordProgress, recordStart, recordStep } from './record_progress.js'
import { secretsWith, storedFailure, type StepSecrets } from './stored_output.js'
import { toFailure, tryStep } from './try_step.js'

/**
 * Number of lost processes after which the running step counts as their cause. A harmless step that runs in parallel
 * does not reach this number, because the delay grows with each loss.
 */
const maxLosses = 10

/**
 * Maximum number of steps in the loops of one run, counted for each item. All of them are stored, read and
 * shown.
 */
const mostInLoops = 20_000

const countIn = (step: FlowStep, branch: string) => [...walk(stepsIn(step, branch))].length

/** What a thread does next: try a step, continue at a position, or enter a branch; undefined: nothing. */
type NextWork = NextTry | Place | Branch | undefined

/**
 * Executes one run from its current state. One transaction ends a step and starts the next one, and a worker that has
 * lost the job can write neither. A step that calls another system starts when a slot for its call is free. Each step
 * uses the current permissions of the person who had saved the workflow. Parallel items of a branch are threads of one
 * job. The last thread to stop reschedules the job or ends the run.
 */
export class FlowRun {
  readonly #root: Frame
  readonly #data: unknown
  /** Number of steps before each step of the tree. */
  readonly #before: Map<FlowStep, number>
  readonly #calls = new Mutex()
  readonly #spawned: Promise<void>[] = []
  readonly #exits: Exit[] = []
  #threads = 1
  /** Number of steps in the loops entered so far. */
  #planned: number
  #startedAt = ''
  #failed: { step: FlowStep; message: string } | undefined
  #fault: { error: unknown } | undefined

  constructor(
    private readonly job: RunningJob<{ runId: string }>,
    private readonly run: Execution,
    { steps, data }: { steps: readonly FlowStep[]; data: unknown },
    private readonly checkpoints: Checkpoints
  ) {
    this.#data = data
    this.#root = { steps, prefix: '' }
    this.#before = new Map([...walk(steps)].map(({ step }, at) => [step, at]))
    const byId = new Map([...this.#before.keys()].map((step) => [step.id, step]))
    this.#planned = checkpoints.planned((id, branch) => {
      const step = byId.get(id)
      return step ? countIn(step, branch) : 0
    })
  }

  async work(): Promise<void> {
    const { startedEventId: causeId, rootId, startedAt } = this.run
    if (!causeId || !rootId || !startedAt) return this.#begin()
    if (this.run.status === 'started' || this.run.pausedAt) {
      await this.job.commit(() => recordStart(this.run))
    }
    this.#startedAt = startedAt
    const failed = this.checkpoints.failed()
    const step = failed && [...this.#before.keys()].find(({ id }) => id === failed.stepId)
    if (failed && step) this.#failed = { step: this.#numbered(step), message: failed.message }
    await withContext({ causeId, rootId }, () => this.#follow(this.#positionIn(this.#root)))
  }

  /** The first step starts in the commit that starts the run. */
  async #begin(): Promise<void> {
    const place = { frame: this.#root, at: 0 }
    if (this.#root.steps.length === 0) {
      return endRun({ ...this.#ending(), exits: [{ kind: 'completed' }], starts: true })
    }
    const next = await this.#plan(place, new StepCommit(this.checkpoints))
    const { target } = next.prepared
    if (!this.job.reserve(target)) return this.job.lineUp(target!)
    const delay = await requestPermission(next, this.job)
    const { causeId, rootId, startedAt, state } = await unlessFailed(next, () =>
      this.job.commit(async () => ({
        ...(await recordStart(this.run, this.#at(place))),
        state: delay ? undefined : await beginTry(next, this.checkpoints),
      }))
    )
    this.#startedAt = startedAt
    if (state) this.#remember(place, state)
    await withContext({ causeId, rootId }, () =>
      delay ? this.#postpone(place, delay, this.#newChanges()) : this.#follow(next)
    )
  }

  /** Records why a step may not start yet, and waits until it may. */
  #postpone(place: Place, { notBefore, why }: Delay, changes: StepCommit): Promise<undefined> {
    changes.mark(place, this.checkpoints.postponed(place, why, notBefore))
    return this.#waitUntil(place, notBefore.getTime(), changes)
  }

  #remember(place: Place, state: StepState): void {
    this.checkpoints.remember(new Map([[pathOf(place), { stepId: stepAt(place).id, state }]]))
  }

  /** Runs this thread to its end, and all threads that it has started. */
  async #follow(first: NextWork): Promise<void> {
    await this.#thread(first)
    // The list may grow while a thread is awaited.
    for (let at = 0; at < this.#spawned.length; at++) await this.#spawned[at]
    if (this.#fault) throw this.#fault.error
  }

  async #thread(first: NextWork): Promise<void> {
    try {
      let now = first
      while (now && !this.#fault) {
        if (now instanceof Branch) now = await this.#enterBranch(now)
        else if ('plan' in now) now = await this.#try(now)
        else now = await this.#continueAt(now)
      }
    } catch (error) {
      // The whole job is retried. The other threads stop at their next step.
      this.#fault ??= { error }
    }
  }

  /** Returns the position at which a list of steps continues. */
  #positionIn(frame: Frame): Place {
    const at = frame.steps.findIndex((_, index) => !this.checkpoints.isDone({ frame, at: index }))
    return { frame, at: at === -1 ? frame.steps.length : at }
  }

  /** Continues at a position, whatever the state of its step. */
  async #continueAt(place: Place): Promise<NextWork> {
    if (this.#failed) return this.#end({ kind: 'stopped' })
    if (place.at >= place.frame.steps.length)
      return this.#afterList(place.frame, this.#newChanges())
    const state = this.checkpoints.get(place)
    if (state?.status === 'completed') return { ...place, at: place.at + 1 }
    if (state?.entry) return this.#branch(place)
    if (state?.waitsFor === 'failure') return this.#fail(place, waitFailure(state))
    if (state?.waitsFor === 'token' && !state.nextTryAt) return this.#end({ kind: 'token' })
    const due = state?.nextTryAt ? Date.parse(state.nextTryAt) : 0
    // Without parallel items, the job was resumed for this step, so it is not too early.
    const isEarly = due > clock.now() && (state?.waitsFor || parallelBranch(place.frame))
    if (isEarly) return this.#waitUntil(place, due, this.#newChanges())
    if (state?.waitsFor === 'token') return this.#expire(place, state)
    if (state?.waitsFor === 'time') {
      const done = this.checkpoints.completed(place, state.output)
      return this.#afterStep(place, this.#newChanges().mark(place, done))
    }
    if (this.job.losses >= maxLosses && state?.status === 'running') {
      return this.#fail(place, crashedTooOften(stepAt(place), this.run, this.job.losses))
    }
    return this.#start(await this.#plan(place, this.#newChanges()))
  }

  /** Ends the wait of a step whose token has expired. */
  async #expire(place: Place, { token, output }: StepState): Promise<NextWork> {
    const step = stepAt(place)
    const { expired } = stepTypes.get(step.type) ?? {}
    if (!expired) {
      return this.#afterStep(
        place,
        this.#newChanges().mark(place, this.checkpoints.completed(place, output))
      )
    }
    const secrets = await secretsWith([])
    let next: NextWork | StepFailed
    try {
      const wait = { execution: this.run, step, token: token!, output: output.value }
      next = await this.#record(place, secrets, await expired(wait))
    } catch (error) {
      if (isDatabaseError(error)) throw error
      next = toFailure(error)
    }
    if (!(next instanceof StepFailed)) return next
    return this.#fail(place, storedFailure(next, secrets))
  }

  #branch(place: Place): Branch {
    const { entry } = this.checkpoints.get(place)!
    return new Branch(place, entry!, (frame) => this.checkpoints.look(frame))
  }

  /** Starts the first frames of a branch: one in this thread, the others in parallel. */
  async #enterBranch(branch: Branch): Promise<NextWork> {
    const [first, ...others] = branch.first()
    if (!first) return this.#endBranch(branch, this.#newChanges())
    for (const frame of others) {
      this.#threads++
      this.#spawned.push(this.#thread(this.#positionIn(frame)))
    }
    return this.#positionIn(first)
  }

  #plan(place: Place, changes: StepCommit): Promise<NextTry> {
    const { run, checkpoints } = this
    return planTry(place, { run, data: this.#data, checkpoints }, changes)
  }

  /** Starts a step in a commit that includes `changes`. It does not start if there is no slot for its call. */
  async #start(next: NextTry, changes = this.#newChanges()): Promise<NextWork> {
    const { target } = next.prepared
    if (target) {
      // The job has one slot for calls, so its threads call one after the other.
      next.release = await this.#calls.lock()
      if (!this.job.reserve(target)) {
        next.release()
        return this.#end({ kind: 'call', target }, changes)
      }
    } else if (this.#threads === 1) this.job.reserve(null)
    const { place } = next
    const delay = await requestPermission(next, this.job)
    if (delay) return this.#postpone(place, delay, changes)
    const state = await unlessFailed(next, () =>
      this.job.commit(
        async () => {
          await changes.do()
          await recordStep(this.run, this.#at(place))
          return beginTry(next, this.checkpoints)
        },
        { progress: !changes.isEmpty }
      )
    )
    this.checkpoints.remember(changes.written)
    this.#remember(place, state)
    return next
  }

  /** Runs one try of a step and records the result. */
  #try(now: NextTry): Promise<NextWork> {
    const { place, plan, prepared, release } = now
    return withContext(
      { permissions: prepared.permissions, lenderId: prepared.lenderId },
      async () => {
        const result = await tryStep(plan, prepared, this.job).finally(release)
        const next = result.done
          ? await this.#record(place, prepared.secrets, result.outcome)
          : result.failure
        if (!(next instanceof StepFailed)) return next
        return this.#fail(place, storedFailure(next, prepared.secrets))
      }
    )
  }

  /**
   * Records the result of a step.
   * @returns a failure if the result cannot be stored, or if the step's own save fails
   */
  async #record(
    place: Place,
    secrets: StepSecrets,
    outcome: StepOutcome
  ): Promise<NextWork | StepFailed> {
    try {
      const then = afterwards(stepAt(place), outcome, secrets)
      const changes = this.#newChanges().saving(outcome.save)
      if ('until' in then) {
        changes.mark(
          place,
          this.checkpoints.waiting(place, { waitsFor: 'time', at: then.until }, then.output)
        )
        return await this.#waitUntil(place, then.until.getTime(), changes)
      }
      if ('token' in then) {
        const { token, late = null } = then
        const wait = { waitsFor: 'token', at: late, token } as const
        changes.mark(place, this.checkpoints.waiting(place, wait, then.output))
        if (late) return await this.#waitUntil(place, late.getTime(), changes)
        return await this.#end({ kind: 'token' }, changes)
      }
      if ('entry' in then) {
        const { items, name } = then.entry
        const more = (items?.length ?? 0) * countIn(stepAt(place), name)
        if (this.#planned + more > mostInLoops) throw tooManyInLoops(mostInLoops)
        this.#planned += more
        changes.mark(place, this.checkpoints.entered(place, then.entry, then.output))
        await this.#commit(changes)
        return this.#branch(place)
      }
      return await this.#afterStep(
        place,
        changes.mark(place, this.checkpoints.completed(place, then.output))
      )
    } catch (error) {
      this.job.signal.throwIfAborted()
      if (error instanceof StepFailed) return error
      // Any other error comes from the database, which may nevertheless have committed.
      if (error instanceof NotSaved) return toFailure(error.cause)
      if (isUniqueViolation(error, 'token')) return tokenTaken(stepAt(place))
      throw error
    }
  }

  /** Continues after a step that `changes` records as completed. */
  async #afterStep({ frame, at }: Place, changes: StepCommit): Promise<NextWork> {
    const following = { frame, at: at + 1 }
    if (following.at >= frame.steps.length) return this.#afterList(frame, changes)
    if (this.#failed) return this.#end({ kind: 'stopped' }, changes)
    if (this.checkpoints.get(following)) {
      await this.#commit(changes)
      return following
    }
    const next = await this.#plan(following, changes)
    // Several threads: commit completed work before the next call, which may wait for other calls.
    if (!next.prepared.target || this.#threads === 1) return this.#start(next, changes)
    await this.#commit(changes)
    return this.#start(next)
  }

  /**
   * Continues after the end of a list of steps.
   * @param changes records the last step as completed, or a step as failed
   */
  async #afterList(frame: Frame, changes: StepCommit, failed?: Failed): Promise<NextWork> {
    const branch = frame.of
    if (!branch) return this.#end({ kind: 'completed' }, changes)
    if (failed) branch.fail(frame, failed)
    if (branch.open === 1) return this.#endBranch(branch, changes)
    await this.#commit(changes)
    branch.open--
    const next = this.#failed ? undefined : branch.next()
    if (next) return 'at' in next ? next : this.#positionIn(next)
    // Two frames may have ended at the same time, while each thread assumed that the other frame ends last.
    if (branch.open > 0) return this.#end({ kind: 'stopped' })
    return this.#endBranch(branch, this.#newChanges())
  }

  /** Ends the step that entered a branch, because the whole branch has ended. The step completes or fails. */
  async #endBranch(branch: Branch, changes: StepCommit): Promise<NextWork> {
    const { place, entry, frames } = branch
    const failures = branch.failures()
    const [first] = failures
    if (first && entry.onItemError !== 'continue') {
      const { step, message, family, status } = first.failed
      const sentence = `Step ${stepName(this.#numbered(step))}: ${message}`
      return this.#fail(
        place,
        new StepFailed(sentence, { retryable: false, family, status }),
        changes
      )
    }
    if (failures.length > 0) changes.with(() => recordFailedItems(this.run, failures.length))
    const outputs = this.checkpoints.outputsOfBranch({ entry, frames, failures }, changes.written)
    const output = outputs ?? this.checkpoints.get(place)!.output
    return this.#afterStep(place, changes.mark(place, this.checkpoints.completed(place, output)))
  }

  /** Stops at a position until a time. After that time, a parallel thread may continue there. */
  async #waitUntil(place: Place, at: number, changes: StepCommit): Promise<undefined> {
    await this.#end({ kind: 'time', at }, changes)
    parallelBranch(place.frame)?.park(place, at)
  }

  /**
   * Records a failure and continues as the settings of the step say.
   * @param failure in the form of `storedFailure`
   */
  async #fail(place: Place, failure: StepFailed, changes = this.#newChanges()): Promise<NextWork> {
    const step = stepAt(place)
    if (failure.save) changes.with(failure.save)
    const then = afterFailure(place, failure, this.checkpoints.get(place)!)
    switch (then.kind) {
      case 'retry': {
        changes.mark(place, this.checkpoints.failedTry(place, failure, then.at))
        return this.#waitUntil(place, then.at.getTime(), changes)
      }
      case 'errorBranch': {
        changes.mark(place, this.checkpoints.handled(place, failure, intoErrorBranch))
        await this.#commit(changes)
        return this.#branch(place)
      }
      case 'continue': {
        return this.#afterStep(
          place,
          changes.mark(place, this.checkpoints.handled(place, failure, null))
        )
      }
      case 'outerStep': {
        changes.mark(place, this.checkpoints.failedTry(place, failure, null, true))
        const { message, family, status } = failure
        return this.#afterList(place.frame, changes, { step, message, family, status })
      }
      case 'failRun': {
        this.#failed ??= { step: this.#numbered(step), message: failure.message }
        changes.mark(place, this.checkpoints.failedTry(place, failure, null))
        return this.#end({ kind: 'stopped' }, changes)
      }
    }
  }

  /** Stops this thread. The last thread to stop reschedules the job or ends the run, and commits `changes`. */
  async #end(exit: Exit, changes = this.#newChanges()): Promise<undefined> {
    if (this.#threads === 1) {
      await endRun({ ...this.#ending(), exits: [...this.#exits, exit], changes })
      return
    }
    await this.#commit(changes)
    this.#exits.push(exit)
    if (--this.#threads === 0) await endRun({ ...this.#ending(), exits: this.#exits })
  }

  #ending() {
    return { job: this.job, run: this.run, startedAt: this.#startedAt, failed: this.#failed }
  }

  async #commit(changes: StepCommit): Promise<void> {
    if (changes.isEmpty) return
    await this.job.commit(
      async () => {
        await changes.do()
        await recordProgress(this.run)
      },
      { progress: true }
    )
    this.checkpoints.remember(changes.written)
  }

  #newChanges(): StepCommit {
    return new StepCommit(this.checkpoints)
  }

  #at(place: Place) {
    const step = stepAt(place)
    return { step, before: this.#before.get(step) ?? 0 }
  }

  /** Returns the step with the number that the builder shows. */
  #numbered(step: FlowStep): FlowStep {
    return { ...step, order: (this.#before.get(step) ?? 0) + 1 }
  }
}
