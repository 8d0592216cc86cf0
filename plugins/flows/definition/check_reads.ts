import { text, type FieldError, type Text } from '@crossdock/kernel/ground'
import { isNested } from '@crossdock/kernel/json'
import { stepTypes, type FlowStep, type OutputShape } from '../contracts/index.js'
import { stepName } from './step_name.js'
import { errorBranch, settingsOf } from './step_settings.js'
import { branchesOf, walk } from './tree.js'
import { valuePath } from '../expressions/value_path.js'

/** The outputs that are readable at a position, by step id; undefined for an output of unknown shape. */
type Scope = Map<string, OutputShape | undefined>

const errorShape: OutputShape = {
  properties: { message: {}, family: {}, attempts: {}, status: {}, output: {} },
}

/** The names in the replacement for an output that was too large to store. */
const cut = ['truncated', 'bytes', 'preview']

/** Matches a placeholder for an output. Double braces are escaped braces, so their content is text. */
const placeholder = /(?<!\{)\{(steps(?:\.[\w-]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])+)\}/g

/**
 * Returns errors for reads of outputs that cannot exist: of a later step, of a step in another branch, or of a
 * name that the output never has. Outputs of unknown shape are not checked.
 * @param steps steps whose configs fit their schemas
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
    addOutputs(step, here)
  }
}

/** Adds the outputs that are readable after a step: its own output, and the outputs of steps in its branches. */
function addOutputs(step: FlowStep, scope: Scope): void {
  scope.set(step.id, shapeOf(step))
  for (const [branch, inner] of branchesOf(step)) {
    if (stepTypes.get(step.type)?.perItem && branch !== errorBranch) continue
    for (const one of inner) addOutputs(one, scope)
  }
}

function shapeOf(step: FlowStep): OutputShape | undefined {
  const shape = stepTypes.get(step.type)?.outputShape?.(step.config)
  if (!shape?.properties || settingsOf(step).onError.then === 'fail') return shape
  return { properties: { ...shape.properties, error: errorShape } }
}

interface Read {
  path: string
  /** The field, relative to the step. */
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
      id,
      choices,
    })
  }
  const name = stepName(step)
  if (!scope.has(id)) {
    return text('Step {name} does not run before this one, so its output cannot be read here.', {
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
        step,
        path: names.slice(0, at + 1).join('.'),
        choices: listed(Object.keys(properties)),
      })
    }
    known = properties[name]
  }
  return undefined
}

const listed = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : '–')
