import type { WorkflowStep } from '@crossdock/client'
import { fingerprint } from '@crossdock/admin/kit'

/** The content of a draft, a version or a workflow. */
export interface Content {
  name: string
  description: string | null
  triggerType: string
  triggerConfig: Record<string, unknown>
  steps: WorkflowStep[]
}

export type Side = 'mine' | 'theirs'

/** One difference: a field of the workflow, the order of its steps, or a step. */
export interface Difference {
  /** `name`, `description`, `trigger`, `order`, or `step:` with its id. */
  part: string
  /** Who changed it since the base. */
  by: Side | 'both'
  base: unknown
  mine: unknown
  theirs: unknown
}

interface Placed {
  step: WorkflowStep
  /** The list that contains the step: '' for the top level, or a step's id and branch. */
  list: string
}

const rootList = ''
const branchesOf = (step: WorkflowStep) =>
  Object.entries((step.branches ?? {}) as Record<string, WorkflowStep[]>)

function* placedSteps(steps: readonly WorkflowStep[], list = rootList): Generator<Placed> {
  for (const step of [...steps].sort((one, other) => one.order - other.order)) {
    yield { step, list }
    for (const [branch, inner] of branchesOf(step))
      yield* placedSteps(inner, `${step.id} ${branch}`)
  }
}

const byId = (steps: readonly WorkflowStep[]) =>
  new Map([...placedSteps(steps)].map((one) => [one.step.id, one]))

/** Returns what counts as a step's content: its fields and its list, but not its position in the list. */
function comparedContent(one: Placed | undefined) {
  if (!one) return undefined
  const { branches: _branches, order: _order, configHidden: _hidden, ...own } = one.step
  return { ...own, in: one.list }
}

/** Removes empty values, because an empty field may be absent or an empty list. */
function withoutEmpty(value: unknown): unknown {
  if (value === null || value === '') return undefined
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.length > 0 ? value.map(withoutEmpty) : undefined
  const parts = Object.entries(value)
    .map(([name, part]) => [name, withoutEmpty(part)] as const)
    .filter(([, part]) => part !== undefined)
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}

/** Returns the order of those steps that all three contents have. */
const orderOf = (steps: readonly WorkflowStep[], common: ReadonlySet<string>) =>
  [...placedSteps(steps)].map(({ step }) => step.id).filter((id) => common.has(id))

/** Returns the differences between two states of a workflow with the same base. */
export function differences(base: Content, mine: Content, theirs: Content): Difference[] {
  const [was, own, other] = [base, mine, theirs].map(({ steps }) => byId(steps)) as [
    Map<string, Placed>,
    Map<string, Placed>,
    Map<string, Placed>,
  ]
  const common = new Set([...own.keys()].filter((id) => other.has(id) && was.has(id)))
  const trigger = ({ triggerType, triggerConfig }: Content) => ({ triggerType, triggerConfig })
  const ids = new Set([...own.keys(), ...other.keys()])
  const all: Omit<Difference, 'by'>[] = [
    { part: 'name', base: base.name, mine: mine.name, theirs: theirs.name },
    {
      part: 'description',
      base: base.description,
      mine: mine.description,
      theirs: theirs.description,
    },
    { part: 'trigger', base: trigger(base), mine: trigger(mine), theirs: trigger(theirs) },
    {
      part: 'order',
      base: orderOf(base.steps, common),
      mine: orderOf(mine.steps, common),
      theirs: orderOf(theirs.steps, common),
    },
    ...[...ids].map((id) => ({
      part: `step:${id}`,
      base: comparedContent(was.get(id)),
      mine: comparedContent(own.get(id)),
      theirs: comparedContent(other.get(id)),
    })),
  ]
  return all.flatMap((one) => {
    const [before, here, there] = [one.base, one.mine, one.theirs].map((value) =>
      fingerprint(withoutEmpty(value) ?? null)
    )
    if (here === there) return []
    return [{ ...one, by: here === before ? 'theirs' : there === before ? 'mine' : 'both' }]
  })
}

/** Returns the default side: the one that changed the part; if both did, the person's own side. */
export const defaultSide = ({ by }: Difference): Side => (by === 'theirs' ? 'theirs' : 'mine')

/**
 * Merges two contents. A step keeps its position from the side it is taken from: after the nearest previous
 * step that is also taken. Steps whose outer step is not taken come last.
 */
export function mergeContents(
  mine: Content,
  theirs: Content,
  sideOf: (part: string) => Side
): Content {
  const pick = (part: string) => (sideOf(part) === 'theirs' ? theirs : mine)
  const own = byId(mine.steps)
  const other = byId(theirs.steps)
  const taken = new Map<string, Placed>()
  for (const id of new Set([...own.keys(), ...other.keys()])) {
    const one = (sideOf(`step:${id}`) === 'theirs' ? other : own).get(id)
    if (one) taken.set(id, one)
  }
  const lists = new Map<string, string[]>()
  const listOf = (list: string) => {
    const here = lists.get(list) ?? []
    lists.set(list, here)
    return here
  }
  const [first, second] = sideOf('order') === 'theirs' ? [theirs, mine] : [mine, theirs]
  for (const side of [first, second]) {
    let last = new Map<string, string>()
    for (const { step, list } of placedSteps(side.steps)) {
      const one = taken.get(step.id)
      if (!one) continue
      const here = listOf(one.list)
      if (one.list === list && ![...lists.values()].some((ids) => ids.includes(step.id))) {
        const before = last.get(list)
        here.splice(before === undefined ? 0 : here.indexOf(before) + 1, 0, step.id)
      }
      if (here.includes(step.id)) last = new Map(last).set(one.list, step.id)
    }
  }
  // A list whose outer step is not taken has no position.
  for (const [list, ids] of Array.from(lists)) {
    const parent = list.slice(0, list.indexOf(' '))
    if (list === rootList || taken.has(parent)) continue
    lists.delete(list)
    listOf(rootList).push(...ids)
  }
  const build = (list: string): WorkflowStep[] =>
    (lists.get(list) ?? []).map((id, at) => {
      const { step } = taken.get(id)!
      const { branches: _branches, ...rest } = step
      const inner = [...lists.keys()]
        .filter((key) => key.startsWith(`${id} `))
        .map((key) => [key.slice(id.length + 1), build(key)] as const)
        .filter(([, steps]) => steps.length > 0)
      return {
        ...rest,
        order: at + 1,
        ...(inner.length > 0 ? { branches: Object.fromEntries(inner) } : {}),
      }
    })
  const { triggerType, triggerConfig } = pick('trigger')
  return {
    name: pick('name').name,
    description: pick('description').description,
    triggerType,
    triggerConfig,
    steps: build(rootList),
  }
}
