import vine from '@vinejs/vine'
import type { StepInput } from '../contracts/step_type.js'
import { valuePath } from './value_path.js'
import { sourceOf, sources, type Source } from './run_values.js'

const pathRule = vine.createRule((value, _options: undefined, field) => {
  const path = valuePath(String(value))
  if (!path) {
    const sentence =
      '"{{ path }}" is not a path. Separate names by dots, like steps.call.body.total, and put other names in brackets: steps.call.body["customer name"].'
    return field.report(sentence, 'path', field, { path: value })
  }
  if (sources.some((name) => name === path[0])) return
  field.report('{{ field }} must start with one of: {{ choices }}.', 'path', field, {
    choices: sources,
  })
})

/** The path of a value that a step reads: `steps.call.body["customer name"]`. */
export const valuePathShape = () =>
  vine.string().trim().minLength(1).maxLength(500).use(pathRule(undefined))

/** Returns the value at a path (`valuePath`); undefined if there is none. */
export async function readValue([source, ...names]: string[], input: StepInput): Promise<unknown> {
  return valueIn(await sourceOf(source as Source, input), names)
}

/** Returns the value that a list of names leads to, starting at `root`. */
export function valueIn(root: unknown, names: readonly string[]): unknown {
  let value = root
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
