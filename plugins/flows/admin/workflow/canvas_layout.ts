import type { StepNode } from '../workflows/step_tree.js'
import type { ListPlace } from '../workflows/step_tree.js'

export const NODE = { width: 248, height: 54 } as const
const GAP = { x: 40, y: 46, label: 54 } as const
/** The frame around steps that run once for each item. */
const FRAME = { side: 14, top: 22, bottom: 22 } as const

/** The position of a step or of the trigger. */
export interface Spot {
  key: string
  x: number
  y: number
}

/** A line, and the position at which its button adds a step. */
export interface Line {
  from: string
  to: string
  /** Name of the branch that starts with this line. */
  branch?: string
  place?: { list: ListPlace; at: number }
}

/** Returns the key of the small point that ends the branches of a step, or the workflow. */
export const endOf = (key: string) => `end ${key}`

/** The frame around the branches of a step that run once for each item. */
export interface Frame extends Spot {
  width: number
  height: number
}

export interface Drawn {
  frames: Frame[]
  spots: Spot[]
  ends: Spot[]
  lines: Line[]
}

export interface Branches {
  of: (step: StepNode) => readonly string[]
  /** Whether the branch runs once for each item. */
  isFramed: (step: StepNode, branch: string) => boolean
}

/** Computes the positions of all nodes and lines. */
class Layout {
  readonly drawn: Drawn = { frames: [], spots: [], ends: [], lines: [] }
  readonly #widths = new Map<string, number>()

  constructor(private readonly branches: Branches) {}

  widthOf(steps: readonly StepNode[]): number {
    return Math.max(NODE.width, ...steps.map((step) => this.#widthOfStep(step)))
  }

  #widthOfStep(step: StepNode): number {
    const known = this.#widths.get(step.key)
    if (known !== undefined) return known
    const inner = this.branches.of(step).map((name) => this.#widthOfBranch(step, name))
    const sum = inner.reduce((total, width) => total + width, 0)
    const width = Math.max(NODE.width, sum + GAP.x * Math.max(0, inner.length - 1))
    this.#widths.set(step.key, width)
    return width
  }

  #widthOfBranch(step: StepNode, branch: string): number {
    const width = this.widthOf(step.branches[branch] ?? [])
    return this.branches.isFramed(step, branch) ? width + 2 * FRAME.side : width
  }

  /**
   * Places a list below a point, centered.
   * @param from the node above the first step
   * @returns the last node of the list, and the vertical position below it
   */
  list(
    steps: readonly StepNode[],
    list: ListPlace,
    middle: number,
    top: number,
    from: { key: string; branch?: string }
  ): { last: { key: string; branch?: string }; bottom: number } {
    let last = from
    let y = top
    for (const [at, step] of steps.entries()) {
      this.drawn.lines.push({
        from: last.key,
        to: step.key,
        place: { list, at },
        ...branchIn(last),
      })
      const end = this.#step(step, middle, y)
      last = { key: end.key }
      y = end.bottom
    }
    return { last, bottom: y }
  }

  /** Draws a branch without steps as a line with a point on it. */
  #empty(step: string, branch: string, x: number, y: number) {
    const key = `empty ${step} ${branch}`
    this.drawn.ends.push({ key, x, y })
    this.drawn.lines.push({
      from: step,
      to: key,
      branch,
      place: { list: { step, branch }, at: 0 },
    })
    return { last: { key }, bottom: y + GAP.y }
  }

  #step(step: StepNode, middle: number, y: number): { key: string; bottom: number } {
    this.drawn.spots.push({ key: step.key, x: middle - NODE.width / 2, y })
    const names = this.branches.of(step)
    const below = y + NODE.height + GAP.y
    if (names.length === 0) return { key: step.key, bottom: below }
    const end = endOf(step.key)
    let left = middle - this.#widthOfStep(step) / 2
    let bottom = below
    const lasts = names.map((branch) => {
      const inner = step.branches[branch] ?? []
      const width = this.#widthOfBranch(step, branch)
      const place = { step: step.key, branch }
      const center = left + width / 2
      const drawn =
        inner.length === 0
          ? this.#empty(step.key, branch, center, below + GAP.label)
          : this.list(inner, place, center, below + GAP.label, { key: step.key, branch })
      if (this.branches.isFramed(step, branch)) {
        const top = y + NODE.height + FRAME.top
        const height = drawn.bottom - FRAME.bottom - top
        this.drawn.frames.push({ key: `frame ${step.key}`, x: left, y: top, width, height })
      }
      left += width + GAP.x
      bottom = Math.max(bottom, drawn.bottom)
      // A branch without steps has its add button on the line that leads into it.
      const at = inner.length
      return { key: drawn.last.key, ...(at > 0 ? { place: { list: place, at } } : {}) }
    })
    for (const { key, place } of lasts) {
      this.drawn.lines.push({ from: key, to: end, ...(place ? { place } : {}) })
    }
    this.drawn.ends.push({ key: end, x: middle, y: bottom })
    return { key: end, bottom: bottom + GAP.y }
  }
}

const branchIn = ({ branch }: { branch?: string }) => (branch === undefined ? {} : { branch })

/**
 * Returns the positions of a whole tree, from top to bottom. Branches are next to each other below their step, and join
 * in a point. Takes linear time.
 * @param trigger key of the top node
 */
export function layout(tree: readonly StepNode[], trigger: string, branches: Branches): Drawn {
  const drawing = new Layout(branches)
  drawing.drawn.spots.push({ key: trigger, x: -NODE.width / 2, y: 0 })
  const top = NODE.height + GAP.y
  const { last, bottom } = drawing.list(tree, null, 0, top, { key: trigger })
  const end = endOf('')
  drawing.drawn.ends.push({ key: end, x: 0, y: bottom })
  drawing.drawn.lines.push({ from: last.key, to: end, place: { list: null, at: tree.length } })
  return drawing.drawn
}
