import { clock, isDatabaseError, isUniqueViolation } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import { StepFailed, stepTypes, type FlowStep, type StepOutcome } from '../contracts/index.js'
import { stepName } from '../definition/step_name.js'
import { stepsIn, walk } from '../definition/tree.js'
import type { Execution } from '../models/execution.js'
import type { Checkpoints, StepState } from './checkpoints.js'
import { Deed, NotSaved } from './deed.js'
import { endRun, type Exit } from './end_run.js'
import {
  afterFailure,
  intoErrorBranch,
  takenDown,
  tokenTaken,
  toldFailure,
  tooManyInLoops,
} from './failed_step.js'
import {
  Branch,
  besideOthers,
  pathOf,
  stepAt,
  type Failed,
  type Frame,
  type Place,
} from './frame.js'
import { Mutex } from './mutex.js'
import { admit, beginTry, planTry, unlessFailed, type Delay, type NextTry } from './next_try.js'
import { afterwards } from './outcome.js'
import { recordFailedItems, recordProgress, recordStart, recordStep } from './record_progress.js'
import { secretsWith, storedFailure, type StepSecrets } from './stored_output.js'
import { toFailure, tryStep } from './try_step.js'

/**
 * Processes one step may take down before it is taken for the cause: more than an innocent one that runs beside it
 * is met by, as what was lost waits longer each time.
 */
const maxLosses = 10

/** Steps that the loops of one run do at most, each counted once for each item: all of them are kept, read and shown. */
const mostInLoops = 20_000

const countIn = (step: FlowStep, branch: string) => [...walk(stepsIn(step, branch))].length

/** Where a thread goes on: with a try, at a place, or into a branch; nowhere when it has ended. */
type Onward = NextTry | Place | Branch | undefined

/**
 * Works one run from where it stands. The end of a step and the beginning of the next are one
 * transaction; a worker that has lost the job can write neither. A step that calls another system
 * begins when there is a place for its call. Each step acts with the present permissions of whoever
 * had saved the workflow. Items of a branch that are worked at a time are threads of the one job:
 * the last of them that ends puts it back, or ends the run.
 */
export class FlowRun {
  readonly #root: Frame
  readonly #data: unknown
  /** How many steps of the tree stand before each. */
  readonly #before: Map<FlowStep, number>
  readonly #calls = new Mutex()
  readonly #spawned: Promise<void>[] = []
  readonly #exits: Exit[] = []
  #threads = 1
  /** Steps that the loops entered so far lead to. */
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
    if (this.run.status === 'started') await this.job.commit(() => recordStart(this.run))
    this.#startedAt = startedAt
    const failed = this.checkpoints.failed()
    const step = failed && [...this.#before.keys()].find(({ id }) => id === failed.stepId)
    if (failed && step) this.#failed = { step: this.#numbered(step), message: failed.message }
    await withContext({ causeId, rootId }, () => this.#follow(this.#open(this.#root)))
  }

  /** The first step begins in the commit that says the run does. */
  async #begin(): Promise<void> {
    const place = { frame: this.#root, at: 0 }
    if (this.#root.steps.length === 0) {
      return endRun({ ...this.#ending(), exits: [{ kind: 'through' }], starts: true })
    }
    const next = await this.#plan(place, new Deed(this.checkpoints))
    const { target } = next.prepared
    if (!this.job.reserve(target)) return this.job.lineUp(target!)
    const delay = await admit(next, this.job)
    const { causeId, rootId, startedAt, state } = await unlessFailed(next, () =>
      this.job.commit(async () => ({
        ...(await recordStart(this.run, this.#at(place))),
        state: delay ? undefined : await beginTry(next, this.checkpoints),
      }))
    )
    this.#startedAt = startedAt
    if (state) this.#remember(place, state)
    await withContext({ causeId, rootId }, () =>
      delay ? this.#postpone(place, delay, this.#deed()) : this.#follow(next)
    )
  }

  /** Notes why a step may not begin yet, and continues at that time. */
  #postpone(place: Place, { notBefore, why }: Delay, deed: Deed): Promise<undefined> {
    deed.mark(place, this.checkpoints.postponed(place, why, notBefore))
    return this.#rest(place, notBefore.getTime(), deed)
  }

  #remember(place: Place, state: StepState): void {
    this.checkpoints.remember(new Map([[pathOf(place), { stepId: stepAt(place).id, state }]]))
  }

  /** This thread to its end, and all that it has spawned. */
  async #follow(first: Onward): Promise<void> {
    await this.#thread(first)
    // There may be more of them by the time one has ended.
    for (let at = 0; at < this.#spawned.length; at++) await this.#spawned[at]
    if (this.#fault) throw this.#fault.error
  }

  async #thread(first: Onward): Promise<void> {
    try {
      let now = first
      while (now && !this.#fault) {
        if (now instanceof Branch) now = await this.#enter(now)
        else if ('plan' in now) now = await this.#try(now)
        else now = await this.#turn(now)
      }
    } catch (error) {
      // The job as a whole is tried again; the others end at their next step.
      this.#fault ??= { error }
    }
  }

  /** Where a list of steps goes on. */
  #open(frame: Frame): Place {
    const at = frame.steps.findIndex((_, index) => !this.checkpoints.isDone({ frame, at: index }))
    return { frame, at: at === -1 ? frame.steps.length : at }
  }

  /** Goes on at a place, whatever is known of its step. */
  async #turn(place: Place): Promise<Onward> {
    if (this.#failed) return this.#end({ kind: 'over' })
    if (place.at >= place.frame.steps.length) return this.#leave(place.frame, this.#deed())
    const state = this.checkpoints.get(place)
    if (state?.status === 'completed') return { ...place, at: place.at + 1 }
    if (state?.entry) return this.#branch(place)
    if (state?.waitsFor === 'failure') return this.#fail(place, toldFailure(state))
    if (state?.waitsFor === 'token' && !state.nextTryAt) return this.#end({ kind: 'token' })
    const due = state?.nextTryAt ? Date.parse(state.nextTryAt) : 0
    // A run that stands in one place was woken for it.
    const isEarly = due > clock.now() && (state?.waitsFor || besideOthers(place.frame))
    if (isEarly) return this.#rest(place, due, this.#deed())
    if (state?.waitsFor === 'token') return this.#expire(place, state)
    if (state?.waitsFor === 'time') {
      const done = this.checkpoints.completed(place, state.output)
      return this.#pass(place, this.#deed().mark(place, done))
    }
    if (this.job.losses >= maxLosses && state?.status === 'running') {
      return this.#fail(place, takenDown(stepAt(place), this.run, this.job.losses))
    }
    return this.#start(await this.#plan(place, this.#deed()))
  }

  /** The wait of a step for its token has come to its time. */
  async #expire(place: Place, { token, output }: StepState): Promise<Onward> {
    const step = stepAt(place)
    const { expired } = stepTypes.get(step.type) ?? {}
    if (!expired) {
      return this.#pass(place, this.#deed().mark(place, this.checkpoints.completed(place, output)))
    }
    const secrets = await secretsWith([])
    let onward: Onward | StepFailed
    try {
      const wait = { execution: this.run, step, token: token!, output: output.value }
      onward = await this.#record(place, secrets, await expired(wait))
    } catch (error) {
      if (isDatabaseError(error)) throw error
      onward = toFailure(error)
    }
    if (!(onward instanceof StepFailed)) return onward
    return this.#fail(place, storedFailure(onward, secrets))
  }

  #branch(place: Place): Branch {
    const { entry } = this.checkpoints.get(place)!
    return new Branch(place, entry!, (frame) => this.checkpoints.look(frame))
  }

  /** Begins the frames of a branch, one in this thread and the others beside it. */
  async #enter(branch: Branch): Promise<Onward> {
    const [first, ...others] = branch.first()
    if (!first) return this.#close(branch, this.#deed())
    for (const frame of others) {
      this.#threads++
      this.#spawned.push(this.#thread(this.#open(frame)))
    }
    return this.#open(first)
  }

  #plan(place: Place, deed: Deed): Promise<NextTry> {
    const { run, checkpoints } = this
    return planTry(place, { run, data: this.#data, checkpoints }, deed)
  }

  /** Begins a step, with a commit in which `deed` is done; without a place for its call it does not. */
  async #start(next: NextTry, deed = this.#deed()): Promise<Onward> {
    const { target } = next.prepared
    if (target) {
      // The job keeps one place for calls: its threads call one after the other.
      next.release = await this.#calls.lock()
      if (!this.job.reserve(target)) {
        next.release()
        return this.#end({ kind: 'call', target }, deed)
      }
    } else if (this.#threads === 1) this.job.reserve(null)
    const { place } = next
    const delay = await admit(next, this.job)
    if (delay) return this.#postpone(place, delay, deed)
    const state = await unlessFailed(next, () =>
      this.job.commit(
        async () => {
          await deed.do()
          await recordStep(this.run, this.#at(place))
          return beginTry(next, this.checkpoints)
        },
        { progress: !deed.isEmpty }
      )
    )
    this.checkpoints.remember(deed.written)
    this.#remember(place, state)
    return next
  }

  /** Does one try of a step and records what came of it. */
  #try(now: NextTry): Promise<Onward> {
    const { place, plan, prepared, release } = now
    return withContext(
      { permissions: prepared.permissions, lenderId: prepared.lenderId },
      async () => {
        const result = await tryStep(plan, prepared, this.job).finally(release)
        const onward = result.done
          ? await this.#record(place, prepared.secrets, result.outcome)
          : result.failure
        if (!(onward instanceof StepFailed)) return onward
        return this.#fail(place, storedFailure(onward, prepared.secrets))
      }
    )
  }

  /** A failure when what the step brought cannot be kept, or what it wants to save cannot be. */
  async #record(
    place: Place,
    secrets: StepSecrets,
    outcome: StepOutcome
  ): Promise<Onward | StepFailed> {
    try {
      const then = afterwards(stepAt(place), outcome, secrets)
      const deed = this.#deed().saving(outcome.save)
      if ('until' in then) {
        deed.mark(
          place,
          this.checkpoints.waiting(place, { waitsFor: 'time', at: then.until }, then.output)
        )
        return await this.#rest(place, then.until.getTime(), deed)
      }
      if ('token' in then) {
        const { token, late = null } = then
        const wait = { waitsFor: 'token', at: late, token } as const
        deed.mark(place, this.checkpoints.waiting(place, wait, then.output))
        if (late) return await this.#rest(place, late.getTime(), deed)
        return await this.#end({ kind: 'token' }, deed)
      }
      if ('entry' in then) {
        const { items, name } = then.entry
        const more = (items?.length ?? 0) * countIn(stepAt(place), name)
        if (this.#planned + more > mostInLoops) throw tooManyInLoops(mostInLoops)
        this.#planned += more
        deed.mark(place, this.checkpoints.entered(place, then.entry, then.output))
        await this.#commit(deed)
        return this.#branch(place)
      }
      return await this.#pass(
        place,
        deed.mark(place, this.checkpoints.completed(place, then.output))
      )
    } catch (error) {
      this.job.signal.throwIfAborted()
      if (error instanceof StepFailed) return error
      // Anything else is the database's fault: it may even have stored what it could not confirm.
      if (error instanceof NotSaved) return toFailure(error.cause)
      if (isUniqueViolation(error, 'token')) return tokenTaken(stepAt(place))
      throw error
    }
  }

  /** Goes on behind a step that `deed` records as done. */
  async #pass({ frame, at }: Place, deed: Deed): Promise<Onward> {
    const following = { frame, at: at + 1 }
    if (following.at >= frame.steps.length) return this.#leave(frame, deed)
    if (this.#failed) return this.#end({ kind: 'over' }, deed)
    if (this.checkpoints.get(following)) {
      await this.#commit(deed)
      return following
    }
    const next = await this.#plan(following, deed)
    // What is done does not wait for the calls of others.
    if (!next.prepared.target || this.#threads === 1) return this.#start(next, deed)
    await this.#commit(deed)
    return this.#start(next)
  }

  /** Goes on behind a list of steps of which `deed` records the last as done, or one as failed. */
  async #leave(frame: Frame, deed: Deed, failed?: Failed): Promise<Onward> {
    const branch = frame.of
    if (!branch) return this.#end({ kind: 'through' }, deed)
    if (failed) branch.fail(frame, failed)
    if (branch.open === 1) return this.#close(branch, deed)
    await this.#commit(deed)
    branch.open--
    const next = this.#failed ? undefined : branch.next()
    if (next) return 'at' in next ? next : this.#open(next)
    // Two may have come to their ends at once, each taking the other for the last.
    if (branch.open > 0) return this.#end({ kind: 'over' })
    return this.#close(branch, this.#deed())
  }

  /** The step that has entered a branch is over when all of the branch is: it is done, or has failed. */
  async #close(branch: Branch, deed: Deed): Promise<Onward> {
    const { place, entry, frames } = branch
    const failures = branch.failures()
    const [first] = failures
    if (first && entry.onItemError !== 'continue') {
      const { step, message, family, status } = first.failed
      const sentence = `Step ${stepName(this.#numbered(step))}: ${message}`
      return this.#fail(place, new StepFailed(sentence, { retryable: false, family, status }), deed)
    }
    if (failures.length > 0) deed.with(() => recordFailedItems(this.run, failures.length))
    const outputs = this.checkpoints.outputsOfBranch({ entry, frames, failures }, deed.written)
    const output = outputs ?? this.checkpoints.get(place)!.output
    return this.#pass(place, deed.mark(place, this.checkpoints.completed(place, output)))
  }

  /** Nothing more is done at a place before its time; threads beside it take it up then. */
  async #rest(place: Place, at: number, deed: Deed): Promise<undefined> {
    await this.#end({ kind: 'time', at }, deed)
    besideOthers(place.frame)?.park(place, at)
  }

  /** @param failure as `storedFailure` gives it */
  async #fail(place: Place, failure: StepFailed, deed = this.#deed()): Promise<Onward> {
    const step = stepAt(place)
    if (failure.save) deed.with(failure.save)
    const then = afterFailure(place, failure, this.checkpoints.get(place)!)
    switch (then.way) {
      case 'again': {
        deed.mark(place, this.checkpoints.failedTry(place, failure, then.at))
        return this.#rest(place, then.at.getTime(), deed)
      }
      case 'branch': {
        deed.mark(place, this.checkpoints.handled(place, failure, intoErrorBranch))
        await this.#commit(deed)
        return this.#branch(place)
      }
      case 'on': {
        return this.#pass(place, deed.mark(place, this.checkpoints.handled(place, failure, null)))
      }
      case 'out': {
        deed.mark(place, this.checkpoints.failedTry(place, failure, null, true))
        const { message, family, status } = failure
        return this.#leave(place.frame, deed, { step, message, family, status })
      }
      case 'over': {
        this.#failed ??= { step: this.#numbered(step), message: failure.message }
        deed.mark(place, this.checkpoints.failedTry(place, failure, null))
        return this.#end({ kind: 'over' }, deed)
      }
    }
  }

  /** Ends this thread; the last one puts the job back or ends the run, with what `deed` records. */
  async #end(exit: Exit, deed = this.#deed()): Promise<undefined> {
    if (this.#threads === 1) {
      await endRun({ ...this.#ending(), exits: [...this.#exits, exit], deed })
      return
    }
    await this.#commit(deed)
    this.#exits.push(exit)
    if (--this.#threads === 0) await endRun({ ...this.#ending(), exits: this.#exits })
  }

  #ending() {
    return { job: this.job, run: this.run, startedAt: this.#startedAt, failed: this.#failed }
  }

  async #commit(deed: Deed): Promise<void> {
    if (deed.isEmpty) return
    await this.job.commit(
      async () => {
        await deed.do()
        await recordProgress(this.run)
      },
      { progress: true }
    )
    this.checkpoints.remember(deed.written)
  }

  #deed(): Deed {
    return new Deed(this.checkpoints)
  }

  #at(place: Place) {
    const step = stepAt(place)
    return { step, before: this.#before.get(step) ?? 0 }
  }

  /** As the builder counts it. */
  #numbered(step: FlowStep): FlowStep {
    return { ...step, order: (this.#before.get(step) ?? 0) + 1 }
  }
}
