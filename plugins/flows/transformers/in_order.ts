import type { Row } from '@crossdock/kernel/lists'
import { allBranches, type FlowStep } from '../contracts/index.js'
import { errorBranch } from '../definition/step_settings.js'
import { branchesOf, walk } from '../definition/tree.js'
import type { StepResult } from '../models/step_result.js'

/** A step as a run shows it. */
export interface Shown {
  step: FlowStep
  /** The number that the builder shows: from 1, including steps in branches. */
  number: number
  path: string
  /** Number of branches that contain it. */
  depth: number
  result: Row<StepResult> | undefined
  /** Whether it is in a branch that was not taken. */
  isSkipped: boolean
  /** The results of the steps whose branches contain it. */
  around: readonly Row<StepResult>[]
  /** Whether items of its branch have started. */
  isLoop: boolean
}

/** Yields the steps of a tree with their results. The steps of a branch follow their outer step, item by item. */
export function inOrder(steps: FlowStep[], results: Row<StepResult>[]): Generator<Shown> {
  const byPath = new Map(results.map((result) => [result.path, result]))
  const numbers = new Map([...walk(steps)].map(({ step }, at) => [step, at + 1]))
  return list(
    steps,
    { byPath, numbers, items: itemsOf(byPath.keys()) },
    {
      prefix: '',
      depth: 0,
      around: [],
    }
  )
}

interface Known {
  byPath: ReadonlyMap<string, Row<StepResult>>
  numbers: ReadonlyMap<FlowStep, number>
  items: ReadonlyMap<string, number[]>
}

interface Where {
  prefix: string
  depth: number
  around: readonly Row<StepResult>[]
  isSkipped?: boolean
}

function* list(steps: FlowStep[], known: Known, where: Where): Generator<Shown> {
  const { prefix, depth, around, isSkipped = false } = where
  for (const step of steps) {
    const path = `${prefix}${step.id}`
    const result = known.byPath.get(path)
    const number = known.numbers.get(step) ?? step.order
    const isLoop = known.items.has(path)
    yield { step, number, path, depth, result, isSkipped: isSkipped && !result, isLoop, around }
    const inside = { depth: depth + 1, around: result ? [...around, result] : around }
    const isOver = result?.status === 'completed'
    for (const [name, inner] of branchesOf(step)) {
      const entered = result?.branch
      const isError = name === errorBranch
      const taken = entered === name || (entered === allBranches && !isError)
      // A failed step may have run items before its error branch.
      const worked = !isError && (taken || entered === errorBranch)
      const items = (worked && known.items.get(path)) || []
      for (const item of items) {
        yield* list(inner, known, { ...inside, prefix: `${path}[${item}].` })
      }
      if (items.length > 0) continue
      const passedBy = isSkipped || (!taken && (isOver || Boolean(result?.branch)))
      yield* list(inner, known, {
        ...inside,
        prefix: `${path}.${name}.`,
        isSkipped: passedBy,
      })
    }
  }
}

/** Returns the indexes of the started items, by the path of the step with the loop. */
function itemsOf(paths: Iterable<string>): Map<string, number[]> {
  const found = new Map<string, Set<number>>()
  for (const path of paths) {
    for (const { index, 1: number } of path.matchAll(/\[(\d+)\]\./g)) {
      const of = path.slice(0, index)
      found.set(of, (found.get(of) ?? new Set()).add(Number(number)))
    }
  }
  return new Map([...found].map(([path, numbers]) => [path, [...numbers].sort((a, b) => a - b)]))
}
