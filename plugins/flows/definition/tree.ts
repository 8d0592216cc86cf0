import { stepTypes, type FlowStep } from '../contracts/index.js'
import { errorBranch, settingsOf } from './step_settings.js'

/** A step where it stands in its tree. */
export interface PlacedStep {
  step: FlowStep
  /** As of its results, without the number of an item: `check.yes.call`. */
  path: string
  /** Where its definition stands in what was sent: `steps.0.branches.yes.1`. */
  field: string
}

/** Every step of a tree, parents before what is in their branches. */
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

/** A step's branches in the order its type gives them, which PostgreSQL does not keep. */
export function branchesOf(step: FlowStep): [name: string, steps: FlowStep[]][] {
  const given = Object.entries(step.branches ?? {})
  if (given.length < 2) return given
  const order = offered(step)
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return given.sort(([one], [other]) => place(one) - place(other) || (one < other ? -1 : 1))
}

/** The steps of one branch; none where there is no such branch. */
export const stepsIn = ({ branches = {} }: FlowStep, name: string): readonly FlowStep[] =>
  Object.hasOwn(branches, name) ? branches[name]! : []

/** What a step may branch into; nothing where its type is gone, or cannot tell of a stored config. */
export function offered(step: FlowStep): readonly string[] {
  const own = ownBranches(step)
  return settingsOf(step).onError.then === 'branch' ? [...own, errorBranch] : own
}

/** The branches of its type, without the one for the case that it fails. */
export function ownBranches({ type: name, config }: FlowStep): readonly string[] {
  const type = stepTypes.get(name)
  try {
    return type?.branchesBy?.(config) ?? type?.branches ?? []
  } catch {
    return []
  }
}

/** The tree with each of its steps changed. */
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
