import type { Workflow, WorkflowStep } from '@crossdock/client'

/** The definition of a workflow without values that belong to one installation, such as ids. */
export interface Definition {
  name: string
  description: string | null
  triggerType: string
  triggerConfig: Record<string, unknown>
  steps: unknown[]
}

/** Fields that each Crossdock installation sets itself. */
const derived = new Set(['webhookUrl'])

type Defined = Pick<Workflow, 'name' | 'triggerType' | 'triggerConfig' | 'steps'> & {
  description?: string | null
}

export function definitionOf(workflow: Defined): Definition {
  const { name, description = null, triggerType, triggerConfig, steps } = workflow
  const own = Object.entries(triggerConfig).filter(([field]) => !derived.has(field))
  return {
    name,
    description,
    triggerType,
    triggerConfig: Object.fromEntries(own),
    steps: steps.map(stepOf),
  }
}

function stepOf(step: WorkflowStep): object {
  const { configHidden: _hidden, branches, name, ...own } = step
  const inner = Object.entries((branches ?? {}) as Record<string, WorkflowStep[]>)
  return {
    ...own,
    ...(name ? { name } : {}),
    ...(inner.length > 0
      ? { branches: Object.fromEntries(inner.map(([word, list]) => [word, list.map(stepOf)])) }
      : {}),
  }
}

/** One difference between two definitions. */
export interface Difference {
  /** `name`, `trigger`, or `step` with its id. */
  part: string
  change: 'added' | 'removed' | 'changed' | 'moved'
  before: unknown
  after: unknown
}

interface Placed {
  list: string
  step: Record<string, unknown>
}

function* walkSteps(steps: readonly unknown[], list = ''): Generator<[string, Placed]> {
  for (const one of steps as Record<string, unknown>[]) {
    const { branches, order: _order, ...step } = one
    yield [String(one.id), { list, step }]
    for (const [name, inner] of Object.entries((branches ?? {}) as Record<string, unknown[]>)) {
      yield* walkSteps(inner, `${String(one.id)} ${name}`)
    }
  }
}

const isSame = (one: unknown, other: unknown) => sortedJson(one) === sortedJson(other)
const sortedJson = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, inner]) => inner !== null)
            .sort(([one], [other]) => (one < other ? -1 : 1))
        )
      : part
  )

/** The differences between two definitions. Steps are matched by id. */
export function differences(before: Definition, after: Definition): Difference[] {
  const found: Difference[] = []
  const compare = (part: string, one: unknown, other: unknown) => {
    if (!isSame(one, other)) found.push({ part, change: 'changed', before: one, after: other })
  }
  compare('name', before.name, after.name)
  compare('description', before.description, after.description)
  const trigger = ({ triggerType, triggerConfig }: Definition) => ({ triggerType, triggerConfig })
  compare('trigger', trigger(before), trigger(after))
  const was = new Map(walkSteps(before.steps))
  const is = new Map(walkSteps(after.steps))
  for (const [id, one] of was) {
    const other = is.get(id)
    const part = `step ${id}`
    if (!other) found.push({ part, change: 'removed', before: one.step, after: null })
    else {
      compare(part, one.step, other.step)
      if (one.list !== other.list) {
        found.push({ part, change: 'moved', before: one.list, after: other.list })
      }
    }
  }
  for (const [id, one] of is) {
    if (!was.has(id)) {
      found.push({ part: `step ${id}`, change: 'added', before: null, after: one.step })
    }
  }
  const common = (all: Map<string, Placed>, other: Map<string, Placed>) =>
    [...all].filter(([id, { list }]) => other.get(id)?.list === list).map(([id]) => id)
  const order = [common(was, is), common(is, was)] as const
  if (!isSame(...order)) {
    found.push({ part: 'order', change: 'moved', before: order[0], after: order[1] })
  }
  return found
}
