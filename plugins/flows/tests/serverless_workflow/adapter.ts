import { familyOfStatus } from '../../contracts/index.js'
import { tasksOf, type Scenario, type Task } from './feature.js'
import { parseJq, toJsonata, type Jq, type Meaning } from './jq.js'

/** Why a scenario cannot be expressed in steps. */
export class NotMapped extends Error {}

type Step = Record<string, unknown> & { id: string }

/** A call in the DSL. Its systems are created before the workflow is saved. */
export interface Call {
  kind: 'http' | 'openapi'
  with: Record<string, unknown>
}

/** The endpoint of a call, and the names of the values it needs. */
export interface Endpoint {
  systemId: string
  endpointId: string
  params: readonly string[]
}

export interface Mapped {
  steps: Step[]
  /** Ids of steps by the name of their task. */
  idsOf: Map<string, string[]>
}

/** The position at which a list of tasks is mapped. */
interface Here {
  tasks: readonly Task[]
  at: number
  /** The step whose output is the input of the next task. */
  before: string
  /** The meaning of variables other than `.`. */
  variables: Meaning
  /** The position of the list in the document, for errors. */
  place: string
  /** Tasks on this path: a backward jump would never end. */
  visited: ReadonlySet<string>
}

const inputId = 'input'

/**
 * Maps a scenario. The DSL passes the output of each task to the next one, so a task becomes a `transform` of
 * the previous output. A jump becomes a branch that repeats the tasks after its target. The input of the
 * workflow is the output of a first step, because the input of a manual trigger contains no objects.
 * @param endpointOf creates the endpoint of a call
 * @throws NotMapped
 */
export async function mapScenario(
  { tasks, input }: Scenario,
  endpointOf: (call: Call) => Promise<Endpoint>
): Promise<Mapped> {
  const idsOf = new Map<string, string[]>()
  let count = 0

  const named = (task: string): string => {
    const id = `${task}_${++count}`
    idsOf.set(task, [...(idsOf.get(task) ?? []), id])
    return id
  }
  const transform = (id: string, expression: string): Step => ({
    id,
    type: 'transform',
    config: { expression },
  })
  const meaningOf = (before: string, variables: Meaning): Meaning => ({
    $input: `steps.${before}`,
    ...variables,
    '.': `steps.${before}`,
  })

  async function list(here: Here): Promise<Step[]> {
    const task = here.tasks[here.at]
    if (!task) return []
    if (here.visited.has(task.name))
      throw new NotMapped('It jumps back, and a run has no loops but lists.')
    const visited = new Set([...here.visited, task.name])
    if ('switch' in task.body) return switched(task, { ...here, visited })
    const { steps, last } = await one(task, here)
    return [...steps, ...(await list({ ...onward(task, here), before: last, visited }))]
  }

  /** The position after a task. */
  function onward({ body }: Task, here: Here): Here {
    const { then = 'continue' } = body as { then?: string }
    if (then === 'continue') return { ...here, at: here.at + 1 }
    if (then === 'end' || then === 'exit') return { ...here, at: here.tasks.length }
    const at = here.tasks.findIndex(({ name }) => name === then)
    if (at === -1) throw new NotMapped(`It goes on at ${then}, which is not in the same list.`)
    return { ...here, at }
  }

  async function one(task: Task, here: Here): Promise<{ steps: Step[]; last: string }> {
    const { body } = task
    const { before, variables } = here
    if (body.set) return set(task, here)
    if (body.call) return call(task, here)
    if (body.try) return tried(task, here)
    if (body.for) return loop(task, here)
    if (body.do) {
      const steps = await list({
        tasks: tasksOf(body.do),
        at: 0,
        before,
        variables,
        visited: new Set<string>(),
        place: `${here.place}/${here.at}/${task.name}/do`,
      })
      return { steps, last: steps.at(-1)?.id ?? before }
    }
    if (body.fork)
      throw new NotMapped(
        'The branches of parallel all come to their end: none is stopped when another one is first.'
      )
    if (body.emit) throw new NotMapped('No step records an event of a type that people think up.')
    if (body.raise)
      throw new NotMapped('No step fails on purpose, with an error that the workflow describes.')
    throw new NotMapped(`The task ${task.name} is of a kind there is no step for.`)
  }

  function set(task: Task, { before, variables }: Here) {
    const id = named(task.name)
    let meaning = meaningOf(before, variables)
    const { from } = (task.body.input ?? {}) as { from?: string }
    if (from) {
      const filtered = `(${toJsonata(parseJq(from), meaning)})`
      meaning = { ...meaning, '.': filtered, $input: filtered }
    }
    return { steps: [transform(id, valueIn(task.body.set, meaning))], last: id }
  }

  async function call(task: Task, here: Here, more: object = {}) {
    const { before, variables } = here
    const { with: given, output } = task.body as { with: Call['with']; output?: { as: string } }
    if (given.output === 'response') {
      throw new NotMapped(
        'A call puts out status and body. The request and the headers of the answer are in the log of calls.'
      )
    }
    if ((given.endpoint as { authentication?: object } | undefined)?.authentication) {
      throw new NotMapped(
        'Credentials belong to a system: a run neither takes them from its input nor sends them in an address.'
      )
    }
    const kind = task.body.call as Call['kind']
    const endpoint = await endpointOf({ kind, with: given })
    const { systemId, endpointId, params } = endpoint
    const own = (given.parameters ?? {}) as Record<string, string>
    const valueOf = (name: string) => {
      const jq = own[name] ? parseJq(inner(own[name])) : parseJq(`.${name}`)
      return `{${toJsonata(jq, meaningOf(before, variables))}}`
    }
    const id = named(task.name)
    const values = Object.fromEntries(params.map((name) => [name, valueOf(name)]))
    const step = { id, type: 'api_call', systemId, endpointId, config: { params: values }, ...more }
    const last = `${id}_out`
    const as = toJsonata(parseJq(output?.as ?? '.'), {
      ...meaningOf(before, variables),
      '.': `steps.${id}.body`,
    })
    return { steps: [step, transform(last, as)], last }
  }

  /** A task that may fail has the tasks of `catch` in its error branch. */
  async function tried(task: Task, here: Here) {
    const [inside, ...others] = tasksOf(task.body.try)
    const handler = task.body.catch as {
      errors: { with: { status: number } }
      as: string
      do: unknown
    }
    if (!inside?.body.call || others.length > 0) {
      throw new NotMapped('Only a task that is a call has a branch for its errors.')
    }
    const made = await call(inside, here)
    const [step, out] = made.steps as [Step, Step]
    const instance = `${here.place}/${here.at}/${task.name}/try/0/${inside.name}`
    const error = `{"type": "https://serverlessworkflow.io/dsl/errors/types/communication",
      "status": steps.${step.id}.error.status, "title": steps.${step.id}.error.message,
      "instance": ${JSON.stringify(instance)}}`
    const handled = await list({
      tasks: tasksOf(handler.do),
      at: 0,
      before: here.before,
      visited: new Set<string>(),
      variables: { ...here.variables, [`$${handler.as}`]: error },
      place: here.place,
    })
    const families = [familyOfStatus(handler.errors.with.status)]
    const config = { ...(step.config as object), onError: { then: 'branch', families } }
    // The next step reads the answer of the call, or the output of its handler.
    const last = handled.at(-1)!.id
    const either = `$exists(steps.${step.id}.error) ? steps.${last} : ${expressionOf(out)}`
    return {
      steps: [{ ...step, config, branches: { error: handled } }, transform(out.id, either)],
      last: out.id,
    }
  }

  /** Items run independently: their results are combined after the loop. */
  function loop(task: Task, { before, variables }: Here) {
    const { each = 'item', in: items, at = 'index' } = task.body.for as Record<string, string>
    const [inside, ...others] = tasksOf(task.body.do)
    if (!inside?.body.set || others.length > 0) {
      throw new NotMapped('Each round reads what the round before put out.')
    }
    const meaning = meaningOf(before, variables)
    const [source, id, each_, last] = [
      `${task.name}_items`,
      named(task.name),
      named(inside.name),
      `${task.name}_out`,
    ]
    const item = { ...meaning, [`$${each}`]: 'item', [`$${at}`]: 'index' }
    const { appended, all } = appending(inside.body.set as Record<string, string>)
    const added = `$append([], steps.${id}.results)`
    return {
      steps: [
        transform(source, toJsonata(parseJq(items!), meaning)),
        {
          id,
          type: 'for_each',
          config: { items: `steps.${source}` },
          branches: { each: [transform(each_, toJsonata(appended, item))] },
        },
        transform(last, toJsonata(all, { ...meaning, $added: added })),
      ],
      last,
    }
  }

  /**
   * Each case is a condition in the `no` branch of the previous one; the following tasks are repeated in its
   * branch.
   */
  async function switched(task: Task, here: Here): Promise<Step[]> {
    const cases = tasksOf(task.body.switch)
    const from = async (at: number): Promise<Step[]> => {
      const now = cases[at]
      if (!now) return list(onward(task, here))
      const { when, then } = now.body as { when?: string; then: string }
      const after = () => list(onward({ name: task.name, body: { then } }, here))
      if (when === undefined) return after()
      const jq = parseJq(when)
      if (jq.is !== 'equal' || jq.left.is !== 'path' || jq.right.is !== 'literal') {
        throw new NotMapped(`A condition compares a value with a text, not ${when}.`)
      }
      const id = named(task.name)
      const value = toJsonata(jq.left, meaningOf(here.before, here.variables))
      const config = { value, operator: 'equals', other: String(jq.right.value) }
      const [yes, no] = [await after(), await from(at + 1)]
      return [{ id, type: 'condition', config, branches: { yes, no } }]
    }
    return from(0)
  }

  const steps = await list({
    tasks,
    at: 0,
    before: inputId,
    variables: {},
    place: '/do',
    visited: new Set<string>(),
  })
  return { steps: [transform(inputId, JSON.stringify(input)), ...steps], idsOf }
}

const expressionOf = ({ config }: Step) => (config as { expression: string }).expression

/** `${ … }` without its braces. */
const inner = (text: string) => /^\$\{(.*)\}$/s.exec(text)?.[1]?.trim() ?? text

/** A value of the DSL, whose texts may be expressions. */
function valueIn(value: unknown, meaning: Meaning): string {
  if (typeof value === 'string' && value.startsWith('${')) {
    return toJsonata(parseJq(inner(value)), meaning)
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}: ${valueIn(part, meaning)}`
  )
  return `{${entries.join(', ')}}`
}

/**
 * The values that a round of a loop appends to its own lists, and the expression that combines them. @throws
 * NotMapped
 */
function appending(given: Record<string, string>): { appended: Jq; all: Jq } {
  const split = (jq: Jq, names: string[]): { appended: Jq; all: Jq } => {
    if (jq.is === 'object') {
      const parts = jq.entries.map(([name, part]) => [name, split(part, [...names, name])] as const)
      return {
        appended: { is: 'object', entries: parts.map(([name, one]) => [name, one.appended]) },
        all: { is: 'object', entries: parts.map(([name, one]) => [name, one.all]) },
      }
    }
    const isOwn =
      jq.is === 'sum' && jq.left.is === 'path' && jq.left.names.join('.') === names.join('.')
    if (!isOwn || jq.right.is !== 'list' || jq.right.items.length !== 1) {
      throw new NotMapped('Each round reads what the round before put out.')
    }
    const right: Jq = { is: 'path', of: '$added', names }
    return { appended: jq.right.items[0]!, all: { is: 'sum', left: jq.left, right } }
  }
  const entries = Object.entries(given).map(([name, text]): [string, Jq] => [
    name,
    parseJq(inner(text)),
  ])
  return split({ is: 'object', entries }, [])
}
