import { text, type FieldError, type Text } from '@crossdock/kernel/http'
import { isNested } from '@crossdock/kernel/json'
import { stepTypes, type FlowStep, type OutputShape } from '../contracts/index.js'
import { stepName } from './step_name.js'
import { errorBranch, settingsOf } from './step_settings.js'
import { branchesOf, walk } from './tree.js'
import { valuePath } from './value_path.js'

/** What can be read at a place, by step id; undefined where nothing is known of an output. */
type Scope = Map<string, OutputShape | undefined>

const errorShape: OutputShape = {
  properties: { message: {}, family: {}, attempts: {}, status: {}, output: {} },
}

/** What stands for an output that was too large to be kept. */
const cut = ['truncated', 'bytes', 'preview']

/** Double braces stand for single ones, so what is in them is text. */
const placeholder = /(?<!\{)\{(steps(?:\.[\w-]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])+)\}/g

/**
 * What steps read of the outputs of others that cannot be there: of a step that comes later or stands in another branch, or
 * of a name that the output never has. Of outputs that nobody knows the shape of nothing is said.
 * @param steps their configs fit their schemas
 */
export function checkReads(steps: readonly FlowStep[]): FieldError[] {
  const all = new Map([...walk(steps)].map(({ step }, at) => [step.id, { ...step, order: at + 1 }]))
  return [...inList(steps, 'steps', { scope: new Map(), all })]
}

interface Known {
  scope: Scope
  all: ReadonlyMap<string, FlowStep>
}

function* inList(
  steps: readonly FlowStep[],
  field: string,
  { scope, all }: Known
): Generator<FieldError> {
  const here: Scope = new Map(scope)
  for (const [at, step] of steps.entries()) {
    const place = `${field}.${at}`
    for (const { path, field: inner } of readsOf(step)) {
      const wrong = faultIn(path, { scope: here, all })
      if (wrong) yield { field: `${place}.${inner}`, rule: 'output', text: wrong }
    }
    for (const [branch, inner] of branchesOf(step)) {
      const within = new Map(here)
      if (branch === errorBranch) within.set(step.id, { properties: { error: errorShape } })
      yield* inList(inner, `${place}.branches.${branch}`, { scope: within, all })
    }
    add(step, here)
  }
}

/** What is read behind a step: what it puts out, and what the steps of its branches do. */
function add(step: FlowStep, scope: Scope): void {
  scope.set(step.id, shapeOf(step))
  for (const [branch, inner] of branchesOf(step)) {
    if (stepTypes.get(step.type)?.perItem && branch !== errorBranch) continue
    for (const one of inner) add(one, scope)
  }
}

function shapeOf(step: FlowStep): OutputShape | undefined {
  const shape = stepTypes.get(step.type)?.outputShape?.(step.config)
  if (!shape?.properties || settingsOf(step).onError.then === 'fail') return shape
  return { properties: { ...shape.properties, error: errorShape } }
}

interface Read {
  path: string
  /** Relative to the step. */
  field: string
}

function* readsOf({ type, config }: FlowStep): Generator<Read> {
  yield* inTexts(config, 'config')
  for (const [name, path] of Object.entries(stepTypes.get(type)?.reads?.(config) ?? {})) {
    if (path) yield { path, field: `config.${name}` }
  }
}

function* inTexts(value: unknown, field: string): Generator<Read> {
  if (typeof value === 'string') {
    for (const [, path] of value.matchAll(placeholder)) yield { path: path!, field }
  } else if (isNested(value)) {
    for (const [name, part] of Object.entries(value)) yield* inTexts(part, `${field}.${name}`)
  }
}

function faultIn(path: string, { scope, all }: Known): Text | undefined {
  const [root, id, ...names] = valuePath(path) ?? []
  if (root !== 'steps' || id === undefined) return undefined
  const step = all.get(id)
  if (!step) {
    const choices = listed([...scope.keys()])
    return text('There is no step with the id "{id}". Steps before this one: {choices}.', {
      ...{ id, choices },
    })
  }
  const name = stepName(step)
  if (!scope.has(id)) {
    return text('Step {name} is not done before this one, so its output cannot be read here.', {
      name,
    })
  }
  return faultInNames(names, scope.get(id), name)
}

function faultInNames(
  names: readonly string[],
  shape: OutputShape | undefined,
  step: string
): Text | undefined {
  let known = shape
  for (const [at, name] of names.entries()) {
    if (known?.items && /^\d+$/.test(name)) {
      known = known.items
      continue
    }
    const { properties } = known ?? {}
    if (!properties) return undefined
    if (at === 0 && cut.includes(name)) return undefined
    if (!Object.hasOwn(properties, name)) {
      return text('The output of step {step} has no "{path}". It has: {choices}.', {
        ...{ step, path: names.slice(0, at + 1).join('.') },
        choices: listed(Object.keys(properties)),
      })
    }
    known = properties[name]
  }
  return undefined
}

const listed = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : '–')
