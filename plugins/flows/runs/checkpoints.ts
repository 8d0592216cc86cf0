import { now } from '@crossdock/kernel/database'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { allBranches, type HandledError, type StepFailed } from '../contracts/index.js'
import { errorBranch } from '../definition/step_settings.js'
import { StepResult, type StepTry } from '../models/step_result.js'
import { pathOf, stepAt, type Failed, type Frame, type KnownFrame, type Place } from './frame.js'
import { sealed, unsealed } from './sealed_result.js'
import { asOneIfEqual, bounded, kept, type Kept } from './stored_output.js'
import type { Entry, WaitsFor, StepState } from './step_state.js'

/** Position and state of a step. */
interface Known {
  stepId: string
  state: StepState
}

interface EndedBranch {
  entry: Entry
  frames: readonly Frame[]
  failures: readonly { frame: Frame; failed: Failed }[]
}

/** Maximum number of failed items that the output of their step lists. Each item also has its own result. */
const listedFailures = 100

/** Maximum number of tries that are stored for a step. Older tries are dropped. */
const keptTries = 20

/** The last item in the path of a result: `each[3]` of `each[3].check.yes.call`. */
const lastItem = /^.*\]/s
const itemOf = (path: string): string => lastItem.exec(path)?.[0] ?? ''

/** Returns the items that contain a frame, outermost first; '' for results outside any item. */
const itemsAround = ({ prefix }: Frame): string[] => [
  '',
  ...[...prefix.matchAll(/\]/g)].map(({ index }) => prefix.slice(0, index + 1)),
]

const rows = tenantRows(StepResult.table)

/** The checkpoints of one run, by path. Every write happens in the caller's transaction. */
export class Checkpoints {
  readonly #known = new Map<string, Known>()
  /** The same checkpoints grouped by item, so that a step of one item does not search the others. */
  readonly #ofItem = new Map<string, Map<string, Known>>()

  constructor(
    private readonly runId: string,
    results: StepResult[]
  ) {
    this.remember(
      new Map(results.map((row) => [row.path, { stepId: row.stepId, state: read(row) }]))
    )
  }

  /**
   * Returns the number of steps in the loops entered so far.
   * @param stepsOf returns the number of steps for each item
   */
  planned(stepsOf: (stepId: string, branch: string) => number): number {
    let planned = 0
    for (const { stepId, state } of this.#known.values()) {
      const { items, name } = state.entry ?? {}
      if (items && name !== undefined) planned += items.length * stepsOf(stepId, name)
    }
    return planned
  }

  get(place: Place): StepState | undefined {
    return this.#known.get(pathOf(place))?.state
  }

  isDone(place: Place): boolean {
    return this.get(place)?.status === 'completed'
  }

  /** Returns whether a list of steps is done, because its last step is done. */
  hasEnded(frame: Frame): boolean {
    return frame.steps.length === 0 || this.isDone({ frame, at: frame.steps.length - 1 })
  }

  /** Returns the state of a list of steps in a branch. */
  look(frame: Frame): KnownFrame {
    return {
      hasEnded: this.hasEnded(frame),
      hasBegun: frame.steps.length > 0 && this.get({ frame, at: 0 }) !== undefined,
      failed: this.#failureIn(frame),
    }
  }

  #failureIn(frame: Frame): Failed | undefined {
    for (const [at, step] of frame.steps.entries()) {
      const state = this.get({ frame, at })
      if (state?.status !== 'failed' || !state.failure?.absorbed) continue
      const { family, status } = state.failure
      return { step, message: state.errorMessage ?? '', family, status }
    }
    return undefined
  }

  /**
   * Returns the step that had failed permanently when the run was read, unless an outer step handles the
   * failure.
   */
  failed(): { path: string; stepId: string; message: string } | undefined {
    for (const [path, { stepId, state }] of this.#known) {
      if (state.status !== 'failed' || state.failure?.absorbed) continue
      if (state.entry && !state.failure) continue
      return { path, stepId, message: state.errorMessage ?? '' }
    }
    return undefined
  }

  /**
   * Returns the outputs that a step of the frame may read, by step id. Excludes outputs of other items.
   * @param more states that are about to be recorded
   */
  outputs(frame: Frame, more: ReadonlyMap<string, Known>): Record<string, unknown> {
    const outputs = new Map<string, unknown>()
    const candidates = itemsAround(frame).flatMap((item) => [...(this.#ofItem.get(item) ?? [])])
    for (const [path, { stepId, state }] of [...candidates, ...more]) {
      if (!isReadable(state)) continue
      const item = itemOf(path)
      if (item && !frame.prefix.startsWith(`${item}.`)) continue
      outputs.set(stepId, state.failure ? { error: errorOf(state) } : state.output.value)
    }
    // Collect in a Map, because ids are free text and may be "__proto__".
    return Object.fromEntries(outputs)
  }

  /** Returns outputs of the last steps of a branch's frames, in item order. */
  outputsOf(frames: readonly Frame[], more: ReadonlyMap<string, Known>): Kept {
    const outputs = frames.map((frame) => {
      const path = pathOf({ frame, at: frame.steps.length - 1 })
      const state = (more.get(path) ?? this.#known.get(path))?.state
      return state?.status === 'completed' && !state.failure ? state.output : kept(null)
    })
    const values = outputs.map(({ value }) => value)
    return bounded(
      asOneIfEqual(
        values,
        outputs.map(({ shown }) => shown)
      )
    )
  }

  /** Returns the output of a step whose branch has ended; undefined if the step itself gave its output. */
  outputsOfBranch({ entry, frames, failures }: EndedBranch, more: ReadonlyMap<string, Known>) {
    if (entry.name === allBranches) return this.outputsByName(frames, more)
    if (!entry.items) return undefined
    const results = this.outputsOf(frames, more)
    if (entry.onItemError === null) return results
    const failedItems = failures.slice(0, listedFailures).map(({ frame, failed }) => ({
      index: frame.index,
      message: failed.message.slice(0, 300),
      family: failed.family,
    }))
    const report = (form: 'value' | 'shown') => ({ results: results[form], failedItems })
    return asOneIfEqual(report('value'), report('shown'))
  }

  /** Like `outputsOf`, by branch name. */
  outputsByName(frames: readonly Frame[], more: ReadonlyMap<string, Known>): Kept {
    const named = frames
      .filter(({ steps }) => steps.length > 0)
      .map((frame) => [frame.branch ?? '', this.outputsOf([frame], more)] as const)
    const first = (value: unknown) => (Array.isArray(value) ? (value[0] as unknown) : value)
    const all = (form: 'value' | 'shown') =>
      Object.fromEntries(named.map(([name, output]) => [name, first(output[form])]))
    return bounded(asOneIfEqual(all('value'), all('shown')))
  }

  /** Remembers the states that a transaction has committed. */
  remember(written: ReadonlyMap<string, Known>): void {
    for (const [path, known] of written) {
      this.#known.set(path, known)
      const item = itemOf(path)
      const others = this.#ofItem.get(item)
      if (others) others.set(path, known)
      else this.#ofItem.set(item, new Map([[path, known]]))
    }
  }

  /**
   * Marks a step as started.
   * @returns the state to remember after the commit
   */
  async begin(place: Place): Promise<StepState> {
    const before = this.get(place)
    const startedAt = now()
    const attempts = (before?.attempts ?? 0) + 1
    const tries = [...endOpenTry(before?.tries ?? [], startedAt), { attempt: attempts, startedAt }]
    const state: StepState = {
      ...nothing,
      status: 'running',
      attempts,
      failures: before?.failures ?? 0,
      tries: tries.slice(-keptTries),
    }
    await this.write(place, state)
    return state
  }

  async #insert(place: Place, state: StepState): Promise<void> {
    const step = stepAt(place)
    const { status, attempts, failures, tries, errorMessage, nextTryAt } = state
    await rows.insert({
      status,
      attempts,
      failures,
      tries: JSON.stringify(tries),
      ...(nextTryAt === null ? {} : { error_message: errorMessage, next_try_at: nextTryAt }),
      run_id: this.runId,
      step_id: step.id,
      path: pathOf(place),
      step_order: step.order,
      type: step.type,
      started_at: tries.at(-1)?.startedAt ?? now(),
    })
  }

  /** Returns the state of a step that may not start yet. This does not count as a try. */
  postponed(place: Place, why: string, notBefore: Date): StepState {
    const before = this.get(place) ?? { ...nothing, attempts: 0, failures: 0, tries: [] }
    const nextTryAt = notBefore.toISOString()
    return { ...before, status: 'waiting', errorMessage: why, nextTryAt }
  }

  /** Inserts or updates the state of a step. */
  async write(place: Place, state: StepState): Promise<void> {
    if (this.get(place)) await this.#change(place, state)
    else await this.#insert(place, state)
  }

  /** Returns the state of a completed step. */
  completed(place: Place, output: Kept): StepState {
    const state = this.#ended(place, { completedAt: now() })
    // If the error branch of a step has completed, the error stays.
    if (state.failure) return { ...state, status: 'completed', nextTryAt: null }
    return { ...state, status: 'completed', output, errorMessage: null, nextTryAt: null }
  }

  /** Returns the state of a step that has failed permanently while the run continues, directly or in a branch. */
  handled(place: Place, failure: StepFailed, entry: Entry | null): StepState {
    const state = this.failedTry(place, failure, null)
    return { ...state, status: entry ? 'running' : 'completed', entry }
  }

  /** Returns the state of a step that waits after its try. `output` is stored until the wait ends. */
  waiting(
    place: Place,
    wait: { waitsFor: WaitsFor; at: Date | null; token?: string },
    output: Kept
  ): StepState {
    const { waitsFor, at, token = null } = wait
    const state = this.#ended(place, { completedAt: now() })
    const until = { waitsFor, token, nextTryAt: at?.toISOString() ?? null }
    return { ...state, ...until, status: 'waiting', output, errorMessage: null }
  }

  /** Returns the state of a step that continues in a branch. */
  entered(place: Place, entry: Entry, output: Kept): StepState {
    return { ...this.#ended(place, { completedAt: now() }), status: 'running', entry, output }
  }

  /** Returns the state of a failed try, in the form of `storedFailure`. Without a time, the failure is final. */
  failedTry(
    place: Place,
    { message, output, family, status }: StepFailed,
    nextTryAt: Date | null,
    absorbed = false
  ): StepState {
    const state = this.#ended(place, { completedAt: now(), errorMessage: message })
    return {
      ...state,
      status: nextTryAt ? 'waiting' : 'failed',
      failures: state.failures + 1,
      output: kept(output ?? null),
      errorMessage: message,
      nextTryAt: nextTryAt?.toISOString() ?? null,
      waitsFor: null,
      failure: nextTryAt ? null : { family, status, ...(absorbed ? { absorbed: true } : {}) },
    }
  }

  async #change(place: Place, state: StepState): Promise<void> {
    const { status, attempts, failures, tries, entry } = state
    const isOver = status === 'completed' || status === 'failed'
    const at = { run_id: this.runId, path: pathOf(place) }
    const { value, shown } = state.output
    await rows.update(at, {
      status,
      attempts,
      failures,
      tries: JSON.stringify(tries),
      output: JSON.stringify(shown),
      sealed: value === shown && entry?.items === entry?.shownItems ? null : sealed(at, state),
      error_message: state.errorMessage,
      completed_at: isOver ? now() : null,
      next_try_at: state.nextTryAt,
      waits_for: state.waitsFor,
      branch: entry?.name ?? null,
      items: entry?.shownItems ? JSON.stringify(entry.shownItems) : null,
      parallel: entry?.parallel ?? null,
      on_item_error: entry?.onItemError ?? null,
      failure: state.failure && JSON.stringify(state.failure),
      token: status === 'waiting' ? state.token : null,
    })
  }

  #ended(place: Place, end: Partial<StepTry>): StepState {
    const state = this.get(place)!
    const last = state.tries.at(-1)
    if (!last || last.completedAt) return state
    return { ...state, tries: state.tries.with(-1, { ...last, ...end }) }
  }
}

const nothing = {
  output: kept(null),
  errorMessage: null,
  nextTryAt: null,
  waitsFor: null,
  token: null,
  entry: null,
  failure: null,
}

/** Returns whether later steps can read the step's output: it is completed, or its error branch is running. */
const isReadable = ({ status, failure, entry }: StepState): boolean =>
  status === 'completed' || (failure !== null && entry?.name === errorBranch)

function errorOf({ errorMessage, failure, attempts, output }: StepState): HandledError {
  const { family, status } = failure!
  return { message: errorMessage ?? '', family, attempts, status, output: output.value }
}

// Returns a plain object, because spreading a model loses its properties.
function read(row: StepResult): StepState {
  const { status, attempts, failures, tries, errorMessage, nextTryAt, waitsFor } = row
  const { token, branch, parallel, onItemError, failure } = row
  const real = unsealed(row)
  const output = real ? kept(real.output, row.output) : kept(row.output)
  const items = real ? real.items : row.items
  const entry =
    branch === null
      ? null
      : { name: branch, items, shownItems: row.items, parallel: parallel ?? 1, onItemError }
  const state = { status, attempts, failures, tries, output, errorMessage, nextTryAt }
  return { ...state, waitsFor, token, entry, failure }
}

/** Ends a try that has no end, because its process ended. */
function endOpenTry(tries: StepTry[], at: string): StepTry[] {
  return tries.map((one) =>
    one.completedAt
      ? one
      : { ...one, completedAt: at, errorMessage: 'The process ended during this try.' }
  )
}
