import { clock } from '@crossdock/kernel/database'
import { allBranches, type ErrorFamily, type FlowStep } from '../contracts/index.js'
import { ownBranches, stepsIn } from '../definition/tree.js'
import type { Entry } from './step_state.js'

/** A list of steps that is being executed: the top level, or a branch (for one item, if the branch has items). */
export interface Frame {
  steps: readonly FlowStep[]
  /** The prefix of its steps' paths: empty, `check.yes.` or `each[3].` */
  prefix: string
  /** The branch that contains it; undefined for the top level. */
  of?: Branch
  item?: unknown
  index?: number
  /** The name of the branch, if several branches run in parallel. */
  branch?: string
}

/** Why a list of steps did not complete. */
export interface Failed {
  step: FlowStep
  message: string
  family: ErrorFamily
  status: number | null
}

/** The state of a list of steps in a branch. */
export interface KnownFrame {
  hasEnded: boolean
  hasBegun: boolean
  failed: Failed | undefined
}

/** The position of a run at a step. */
export interface Place {
  frame: Frame
  at: number
}

export const stepAt = ({ frame, at }: Place): FlowStep => frame.steps[at]!

export const pathOf = (place: Place): string => `${place.frame.prefix}${stepAt(place).id}`

/** A position that waits for a time while other frames of its branch continue. */
interface Parked {
  place: Place
  at: number
}

/** A branch that a step has entered, with one frame for each item, or a single frame. */
export class Branch {
  /** Number of frames that have not ended, whether they have started or not. */
  open: number
  /** All its frames, in item order. */
  readonly frames: readonly Frame[]
  readonly #waiting: Frame[]
  readonly #failures = new Map<Frame, Failed>()
  #parked: Parked[] = []

  /**
   * @param place the step that has entered the branch
   * @param look reads the state of a frame
   */
  constructor(
    readonly place: Place,
    readonly entry: Entry,
    look: (frame: Frame) => KnownFrame
  ) {
    this.frames = this.#makeFrames()
    const known = this.frames.map((frame) => ({ frame, ...look(frame) }))
    for (const { frame, failed } of known) if (failed) this.#failures.set(frame, failed)
    this.#waiting = known
      .filter(({ hasEnded, failed }) => !hasEnded && !failed)
      .filter(({ hasBegun }) => hasBegun || !this.#isHalted)
      .map(({ frame }) => frame)
    this.open = this.#waiting.length
  }

  /** Returns whether no further frame may start. Frames that have started run to their end. */
  get #isHalted(): boolean {
    return this.#failures.size > 0 && !continuesAfterFailure(this.entry)
  }

  /** Records that a frame has failed. */
  fail(frame: Frame, failed: Failed): void {
    this.#failures.set(frame, failed)
    if (!this.#isHalted) return
    this.open -= this.#waiting.length
    this.#waiting.length = 0
  }

  /** Returns the failed frames, in item order. */
  failures(): { frame: Frame; failed: Failed }[] {
    return this.frames.flatMap((frame) => {
      const failed = this.#failures.get(frame)
      return failed ? [{ frame, failed }] : []
    })
  }

  #makeFrames(): Frame[] {
    const { name, items } = this.entry
    const step = stepAt(this.place)
    const path = pathOf(this.place)
    if (name === allBranches) {
      return ownBranches(step).map((branch) => ({
        steps: stepsIn(step, branch),
        prefix: `${path}.${branch}.`,
        of: this,
        branch,
      }))
    }
    const steps = stepsIn(step, name)
    if (!items) return [{ steps, prefix: `${path}.${name}.`, of: this }]
    return items.map((item, index) => ({
      steps,
      prefix: `${path}[${index}].`,
      of: this,
      item,
      index,
    }))
  }

  /** Returns the frames that start first. */
  first(): Frame[] {
    return this.#waiting.splice(0, Math.max(1, this.entry.parallel))
  }

  /** Returns the next work for a thread that has reached the end of a frame. */
  next(): Place | Frame | undefined {
    const due = this.#parked.find(({ at }) => at <= clock.now())
    if (due) {
      this.#parked = this.#parked.filter((one) => one !== due)
      return due.place
    }
    return this.#waiting.shift()
  }

  /** Stores a position. Any free thread continues there at its time. */
  park(place: Place, at: number): void {
    this.#parked.push({ place, at })
  }
}

/** Returns whether the other frames run to their end when one of them fails. */
export const continuesAfterFailure = ({ name, onItemError }: Entry): boolean =>
  onItemError === 'continue' || name === allBranches

/** Returns the innermost branch around a frame whose items run in parallel. */
export function parallelBranch({ of: branch }: Frame): Branch | undefined {
  if (!branch || branch.entry.parallel > 1) return branch
  return parallelBranch(branch.place.frame)
}
