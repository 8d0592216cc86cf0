import { now } from '@crossdock/kernel/database'
import { tenantRows } from '@crossdock/kernel/tenancy'
import type { StepFailed } from '../contracts/index.js'
import { StepResult, type StepTry } from '../models/step_result.js'
import { pathOf, stepAt, type Frame, type Place } from './frame.js'

/** The branch a step has entered. */
export interface Entry {
  name: string
  /** Each is worked by itself; null when the branch is worked once. */
  items: unknown[] | null
  /** How many of them at a time. */
  parallel: number
}

/** What a step waits for that has done its work. */
export type WaitsFor = 'time' | 'token'

/** What is known about a step of a run between its commits. */
export interface StepState {
  status: StepResult['status']
  attempts: number
  failures: number
  tries: StepTry[]
  output: unknown
  errorMessage: string | null
  /** Not before this time. */
  nextTryAt: string | null
  waitsFor: WaitsFor | null
  entry: Entry | null
}

/** Where a run stood when it was read: path and step of what is known. */
interface Known {
  stepId: string
  state: StepState
}

/** Tries that are kept of a step; the first ones of many go. */
const keptTries = 20

/** The last item on the way to a result: `each[3]` of `each[3].check.yes.call`. */
const lastItem = /^.*\]/s

const rows = tenantRows(StepResult.table)

/** The checkpoints of one run, by path. Every write happens in the caller's transaction. */
export class Checkpoints {
  readonly #known: Map<string, Known>

  constructor(
    private readonly runId: string,
    results: StepResult[]
  ) {
    this.#known = new Map(
      results.map((row) => [row.path, { stepId: row.stepId, state: read(row) }])
    )
  }

  get(place: Place): StepState | undefined {
    return this.#known.get(pathOf(place))?.state
  }

  isDone(place: Place): boolean {
    return this.get(place)?.status === 'completed'
  }

  /** Whether all of a list is done: its last step is. */
  isThrough(frame: Frame): boolean {
    return frame.steps.length === 0 || this.isDone({ frame, at: frame.steps.length - 1 })
  }

  /** What had failed for good when the run was read. */
  failed(): { path: string; stepId: string; message: string } | undefined {
    for (const [path, { stepId, state }] of this.#known) {
      if (state.status !== 'failed' || state.entry) continue
      return { path, stepId, message: state.errorMessage ?? '' }
    }
    return undefined
  }

  /**
   * Outputs that a step of the frame may read, by step id: of all that is done, but of other items'
   * work. `more` is about to be recorded.
   */
  outputs(frame: Frame, more: ReadonlyMap<string, Known>): Record<string, unknown> {
    const outputs = new Map<string, unknown>()
    for (const [path, { stepId, state }] of [...this.#known, ...more]) {
      if (state.status !== 'completed') continue
      const item = lastItem.exec(path)?.[0]
      if (item && !frame.prefix.startsWith(`${item}.`)) continue
      outputs.set(stepId, state.output)
    }
    // Ids are anybody's: "__proto__" is one like others.
    return Object.fromEntries(outputs)
  }

  /** Outputs of the last steps of a branch's frames, in the order of its items. */
  outputsOf(frames: readonly Frame[], more: ReadonlyMap<string, Known>): unknown[] {
    return frames.map((frame) => {
      const path = pathOf({ frame, at: frame.steps.length - 1 })
      return (more.get(path) ?? this.#known.get(path))?.state.output ?? null
    })
  }

  /** Keeps in memory what a transaction has written, once it has committed. */
  remember(written: ReadonlyMap<string, Known>): void {
    for (const [path, known] of written) this.#known.set(path, known)
  }

  /** Marks a step as begun; the state to remember after the commit. */
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
    if (before) {
      await this.write(place, state)
      return state
    }
    const step = stepAt(place)
    const { status, failures } = state
    await rows.insert({
      ...{ status, attempts, failures, tries: JSON.stringify(state.tries) },
      run_id: this.runId,
      step_id: step.id,
      path: pathOf(place),
      step_order: step.order,
      type: step.type,
      started_at: startedAt,
    })
    return state
  }

  /** The state of a step that is done. */
  completed(place: Place, output: unknown): StepState {
    const state = this.#ended(place, { completedAt: now() })
    return { ...state, status: 'completed', output, errorMessage: null, nextTryAt: null }
  }

  /** The state of a step whose try is over and which waits for its end; until then `output` is kept. */
  waiting(place: Place, waitsFor: WaitsFor, at: Date | null, output: unknown): StepState {
    const nextTryAt = at?.toISOString() ?? null
    const state = this.#ended(place, { completedAt: now() })
    return { ...state, status: 'waiting', waitsFor, nextTryAt, output, errorMessage: null }
  }

  /** The state of a step that goes on in a branch. */
  entered(place: Place, entry: Entry, output: unknown): StepState {
    return { ...this.#ended(place, { completedAt: now() }), status: 'running', entry, output }
  }

  /** The state of a failed try, as `storedFailure` gives it; without a time it has failed for good. */
  failedTry(place: Place, { message, output }: StepFailed, nextTryAt: Date | null): StepState {
    const state = this.#ended(place, { completedAt: now(), errorMessage: message })
    return {
      ...state,
      status: nextTryAt ? 'waiting' : 'failed',
      failures: state.failures + 1,
      output: output ?? null,
      errorMessage: message,
      nextTryAt: nextTryAt?.toISOString() ?? null,
    }
  }

  /** @param token of a step that waits for one */
  async write(place: Place, state: StepState, token?: string): Promise<void> {
    const { status, attempts, failures, tries, entry } = state
    const isOver = status === 'completed' || status === 'failed'
    const at = { run_id: this.runId, path: pathOf(place) }
    await rows.update(at, {
      ...{ status, attempts, failures, tries: JSON.stringify(tries) },
      output: JSON.stringify(state.output),
      error_message: state.errorMessage,
      completed_at: isOver ? now() : null,
      next_try_at: state.nextTryAt,
      waits_for: state.waitsFor,
      branch: entry?.name ?? null,
      items: entry?.items ? JSON.stringify(entry.items) : null,
      parallel: entry?.parallel ?? null,
      token,
    })
  }

  #ended(place: Place, end: Partial<StepTry>): StepState {
    const state = this.get(place)!
    const last = state.tries.at(-1)
    if (!last || last.completedAt) return state
    return { ...state, tries: state.tries.with(-1, { ...last, ...end }) }
  }
}

const nothing = { output: null, errorMessage: null, nextTryAt: null, waitsFor: null, entry: null }

// Plain objects: the properties of models do not survive being spread.
function read(row: StepResult): StepState {
  const { status, attempts, failures, tries, output, errorMessage, nextTryAt, waitsFor } = row
  const { branch, items, parallel } = row
  const entry = branch === null ? null : { name: branch, items, parallel: parallel ?? 1 }
  return { status, attempts, failures, tries, output, errorMessage, nextTryAt, waitsFor, entry }
}

/** A try without an end is one a process took down with it. */
function endOpenTry(tries: StepTry[], at: string): StepTry[] {
  return tries.map((one) =>
    one.completedAt
      ? one
      : { ...one, completedAt: at, errorMessage: 'The process ended during this try.' }
  )
}
