import { stepTypes, type FlowStep } from '../contracts/index.js'
import { errorBranch, settingsOf } from './step_settings.js'

/** A step with its position in the tree. */
export interface PlacedStep {
  step: FlowStep
  /** The path of its results, without item numbers: `check.yes.call`. */
  path: string
  /** The path of its definition in the request: `steps.0.branches.yes.1`. */
  field: string
}

/** Yields every step of a tree, parents before the steps in their branches. */
export function* walk(
  steps: readonly FlowStep[],
  prefix = '',
  field = 'steps'
): Generator<PlacedStep> {
  for (const [at, step] of steps.entries()) {
    const path = `${prefix}${step.id}`
    const place = `${field}.${at}`
    yield { step, path, field: place }
    for (const [branch, inner] of branchesOf(step)) {
      yield* walk(inner, `${path}.${branch}.`, `${place}.branches.${branch}`)
    }
  }
}

/** Returns the branches of a step in the order of its type, because PostgreSQL does not store the order. */
export function branchesOf(step: FlowStep): [name: string, steps: FlowStep[]][] {
  const given = Object.entries(step.branches ?? {})
  if (given.length < 2) return given
  const order = branchNames(step)
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return given.sort(([one], [other]) => place(one) - place(other) || (one < other ? -1 : 1))
}

/** Returns the steps of one branch; empty if there is no such branch. */
export const stepsIn = ({ branches = {} }: FlowStep, name: string): readonly FlowStep[] =>
  Object.hasOwn(branches, name) ? branches[name]! : []

/** Returns the branches that a step may have; empty if its type is missing or cannot read the stored config. */
export function branchNames(step: FlowStep): readonly string[] {
  const own = ownBranches(step)
  return settingsOf(step).onError.then === 'branch' ? [...own, errorBranch] : own
}

/** Returns the branches of a step's type, without the error branch. */
export function ownBranches({ type: name, config }: FlowStep): readonly string[] {
  const type = stepTypes.get(name)
  try {
    return type?.branchesBy?.(config) ?? type?.branches ?? []
  } catch {
    return []
  }
}

/** Copies the tree with each step changed. */
export function mapSteps(
  steps: readonly FlowStep[],
  change: (step: FlowStep, place: PlacedStep) => FlowStep
): FlowStep[] {
  const places = new Map([...walk(steps)].map((place) => [place.step, place]))
  const map = (list: readonly FlowStep[]): FlowStep[] =>
    list.map((step) => {
      const changed = change(step, places.get(step)!)
      if (!step.branches) return changed
      const inner = branchesOf(step).map(([name, steps]) => [name, map(steps)] as const)
      return { ...changed, branches: Object.fromEntries(inner) }
    })
  return map(steps)
}

export const countSteps = (steps: readonly FlowStep[]): number => [...walk(steps)].length

export const findStep = (steps: readonly FlowStep[], id: string | null): FlowStep | undefined =>
  [...walk(steps)].find(({ step }) => step.id === id)?.step
