import { clock } from '@crossdock/kernel/database'
import type { FlowStep } from '../contracts/index.js'
import { stepsIn } from '../definition/tree.js'
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
  #parked: Parked[] = []

  /**
   * @param place the step that has entered it
   * @param isDone whether everything in a frame is done
   */
  constructor(
    readonly place: Place,
    readonly entry: Entry,
    isDone: (frame: Frame) => boolean
  ) {
    this.frames = this.#makeFrames()
    this.#waiting = this.frames.filter((frame) => !isDone(frame))
    this.open = this.#waiting.length
  }

  #makeFrames(): Frame[] {
    const { name, items } = this.entry
    const step = stepAt(this.place)
    const steps = stepsIn(step, name)
    const path = pathOf(this.place)
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

/** The nearest branch around a frame whose items are worked beside each other. */
export function besideOthers({ of: branch }: Frame): Branch | undefined {
  if (!branch || branch.entry.parallel > 1) return branch
  return besideOthers(branch.place.frame)
}
