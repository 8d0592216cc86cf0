import { clock } from '@crossdock/kernel/database'
import { allBranches, type ErrorFamily, type FlowStep } from '../contracts/index.js'
import { ownBranches, stepsIn } from '../definition/tree.js'
import type { Entry } from './checkpoints.js'

/** A list of steps that is worked: the flow itself, or a branch, for one item where there are any. */
export interface Frame {
  steps: readonly FlowStep[]
  /** What the paths of its steps begin with: nothing, `check.yes.` or `each[3].` */
  prefix: string
  /** The branch it is of; none for the flow itself. */
  of?: Branch
  item?: unknown
  index?: number
  /** The name of the branch, where several are worked at the same time. */
  branch?: string
}

/** Why a list of steps came to no end. */
export interface Failed {
  step: FlowStep
  message: string
  family: ErrorFamily
  status: number | null
}

/** What is known of a list of steps that belongs to a branch. */
export interface KnownFrame {
  isThrough: boolean
  hasBegun: boolean
  failed: Failed | undefined
}

/** A step where a run stands. */
export interface Place {
  frame: Frame
  at: number
}

export const stepAt = ({ frame, at }: Place): FlowStep => frame.steps[at]!

export const pathOf = (place: Place): string => `${place.frame.prefix}${stepAt(place).id}`

/** Work that waits for its time while others of its branch go on. */
interface Parked {
  place: Place
  at: number
}

/** A branch that a step has entered: the frames of its items, or the only one. */
export class Branch {
  /** Frames that have not come to their end, begun or not. */
  open: number
  /** All its frames, in the order of their items. */
  readonly frames: readonly Frame[]
  readonly #waiting: Frame[]
  readonly #failures = new Map<Frame, Failed>()
  #parked: Parked[] = []

  /**
   * @param place the step that has entered it
   * @param look what is known of a frame
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
      .filter(({ isThrough, failed }) => !isThrough && !failed)
      .filter(({ hasBegun }) => hasBegun || !this.#isHalted)
      .map(({ frame }) => frame)
    this.open = this.#waiting.length
  }

  /** Nothing begins any more; what has begun goes on to its end. */
  get #isHalted(): boolean {
    return this.#failures.size > 0 && !goesOn(this.entry)
  }

  /** Notes that a frame has come to no end. */
  fail(frame: Frame, failed: Failed): void {
    this.#failures.set(frame, failed)
    if (!this.#isHalted) return
    this.open -= this.#waiting.length
    this.#waiting.length = 0
  }

  /** The frames that came to no end, in their order. */
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
        ...{ steps: stepsIn(step, branch), prefix: `${path}.${branch}.`, of: this, branch },
      }))
    }
    const steps = stepsIn(step, name)
    if (!items) return [{ steps, prefix: `${path}.${name}.`, of: this }]
    return items.map((item, index) => ({
      ...{ steps, prefix: `${path}[${index}].`, of: this, item, index },
    }))
  }

  /** Frames that are begun at once. */
  first(): Frame[] {
    return this.#waiting.splice(0, Math.max(1, this.entry.parallel))
  }

  /** What is next for whoever has come to the end of a frame. */
  next(): Place | Frame | undefined {
    const due = this.#parked.find(({ at }) => at <= clock.now())
    if (due) {
      this.#parked = this.#parked.filter((one) => one !== due)
      return due.place
    }
    return this.#waiting.shift()
  }

  /** Keeps a place for whoever is there when its time has come. */
  park(place: Place, at: number): void {
    this.#parked.push({ place, at })
  }
}

/** Whether the others are worked to their end when one frame fails. */
export const goesOn = ({ name, onItemError }: Entry): boolean =>
  onItemError === 'continue' || name === allBranches

/** The nearest branch around a frame whose items are worked beside each other. */
export function besideOthers({ of: branch }: Frame): Branch | undefined {
  if (!branch || branch.entry.parallel > 1) return branch
  return besideOthers(branch.place.frame)
}
