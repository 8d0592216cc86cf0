/** A step in the tree. The fields of the step are stored separately under `key`, so moving it changes no field. */
export interface StepNode {
  key: string
  /** Steps of its branches, by branch name. */
  branches: Record<string, StepNode[]>
}

/** Names a list of steps: a branch of a step, or the top level (null). */
export type ListPlace = { step: string; branch: string } | null

export interface StepPlace {
  list: ListPlace
  /** The index in the list, from 0. */
  at: number
}

const samePlace = (one: ListPlace, other: ListPlace): boolean =>
  one?.step === other?.step && one?.branch === other?.branch

/** Yields every list of the tree with its steps. A list comes before the lists in its branches. */
function* stepLists(
  steps: readonly StepNode[],
  place: ListPlace = null
): Generator<{ place: ListPlace; steps: readonly StepNode[] }> {
  yield { place, steps }
  for (const { key, branches } of steps) {
    for (const [branch, inner] of Object.entries(branches)) {
      yield* stepLists(inner, { step: key, branch })
    }
  }
}

/** Returns every step. The steps in the branches of a step follow it. */
export const allSteps = (steps: readonly StepNode[]): StepNode[] =>
  steps.flatMap((step) => [step, ...Object.values(step.branches).flatMap(allSteps)])

/**
 * Returns the steps whose outputs a step can read: those before it in its list, and before the steps that contain
 * it. Outputs within a branch that runs once for each item are readable only there.
 */
export function readableSteps(
  steps: readonly StepNode[],
  key: string,
  runsPerItem: (step: StepNode, branch: string) => boolean
): StepNode[] {
  const outputs = (step: StepNode): StepNode[] => [
    step,
    ...Object.entries(step.branches).flatMap(([branch, inner]) =>
      runsPerItem(step, branch) ? [] : inner.flatMap(outputs)
    ),
  ]
  const before = (list: readonly StepNode[]): StepNode[] | undefined => {
    for (const [at, step] of list.entries()) {
      const found = step.key === key ? [] : Object.values(step.branches).map(before).find(Boolean)
      if (found) return [...list.slice(0, at).flatMap(outputs), ...found]
    }
    return undefined
  }
  return before(steps) ?? []
}

export const stepAt = (steps: readonly StepNode[], key: string): StepNode | undefined =>
  allSteps(steps).find((step) => step.key === key)

export function placeOf(steps: readonly StepNode[], key: string): StepPlace | undefined {
  for (const { place, steps: list } of stepLists(steps)) {
    const at = list.findIndex((step) => step.key === key)
    if (at >= 0) return { list: place, at }
  }
  return undefined
}

export const stepsOf = (steps: readonly StepNode[], place: ListPlace): readonly StepNode[] =>
  place ? (stepAt(steps, place.step)?.branches[place.branch] ?? []) : steps

/** The tree with one changed list. */
function withList(
  steps: readonly StepNode[],
  place: ListPlace,
  change: (list: readonly StepNode[]) => StepNode[]
): StepNode[] {
  if (place === null) return change(steps)
  return steps.map((step) => {
    const branches = Object.fromEntries(
      Object.entries(step.branches).map(([name, inner]) => [name, withList(inner, place, change)])
    )
    if (step.key !== place.step) return { ...step, branches }
    const list = step.branches[place.branch] ?? []
    return { ...step, branches: { ...branches, [place.branch]: change(list) } }
  })
}

export const withStep = (
  steps: readonly StepNode[],
  { list, at }: StepPlace,
  step: StepNode
): StepNode[] => withList(steps, list, (inner) => [...inner.slice(0, at), step, ...inner.slice(at)])

export function withoutStep(steps: readonly StepNode[], key: string): StepNode[] {
  const place = placeOf(steps, key)
  if (!place) return [...steps]
  return withList(steps, place.list, (inner) => inner.filter((step) => step.key !== key))
}

/**
 * The tree with a renamed branch of a step, in the same position. Without a new name the branch is removed
 * with its steps.
 */
export const withBranch = (
  steps: readonly StepNode[],
  key: string,
  from: string,
  to: string | null
): StepNode[] =>
  steps.map((step) => ({
    ...step,
    branches: Object.fromEntries(
      Object.entries(step.branches).flatMap(([name, inner]) => {
        const isIt = step.key === key && name === from
        if (isIt && to === null) return []
        return [[isIt ? to! : name, withBranch(inner, key, from, to)]]
      })
    ),
  }))

/** Whether a list is inside the step, so that the step cannot move there. */
export const isWithin = (steps: readonly StepNode[], key: string, place: ListPlace): boolean => {
  const step = stepAt(steps, key)
  if (place === null || !step) return false
  return allSteps([step]).some((one) => one.key === place.step)
}

/**
 * Returns the tree with the step and its branches moved. The target index counts the step at its old position.
 */
export function moveStep(steps: readonly StepNode[], key: string, to: StepPlace): StepNode[] {
  const step = stepAt(steps, key)
  const from = placeOf(steps, key)
  if (!step || !from || isWithin(steps, key, to.list)) return [...steps]
  const behind = samePlace(from.list, to.list) && from.at < to.at
  const at = behind ? to.at - 1 : to.at
  return withStep(withoutStep(steps, key), { list: to.list, at }, step)
}
