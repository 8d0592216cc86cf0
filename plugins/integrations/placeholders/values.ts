import { isJsonObject, isNested } from '@crossdock/kernel/json'
import { holdsMask } from '@crossdock/kernel/secrets'
import { CallRefused, NoValue } from './call_refused.js'
import type { CallValues } from '../contracts/connector.js'
import { parseTemplate, type Placeholder } from './template.js'
import { variableNamed } from './variables.js'

/**
 * Returns the value at a dotted path or a list of names; undefined if any part is missing. Reads own properties
 * only.
 */
export function valueAt(source: unknown, path: string | readonly string[]): unknown {
  let value: unknown = source
  for (const name of typeof path === 'string' ? path.split('.') : path) {
    if (!isNested(value) || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** Writes a value at a dotted path, and creates missing objects. */
export function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? path
  let place = target
  for (const name of names) {
    const next = Object.hasOwn(place, name) ? place[name] : undefined
    place = isRecord(next) ? next : define(place, name, {})
  }
  define(place, last, value)
}

/**
 * Replaces `{placeholders}` in a text: `{file.name}`, `{user.email}`, `{system.executionId}`,
 * `{steps.<id>.body["customer name"]}`, `{trigger.body.order}`, `{variables.NAME}`, and the step's params as
 * `{params.orderId}` or `{orderId}`. Double braces become single ones (`parseTemplate`).
 * @throws CallRefused that names a placeholder without a value
 */
export function fillText(
  text: string,
  values: CallValues,
  encode: (value: string) => string = (value) => value
): string {
  if (!text.includes('{')) return text
  const filled = parseTemplate(text).parts.map((part) => {
    if (typeof part === 'string') return part
    if (part.isCode) return asCode(part, values)
    return encode(textOf(placeholderValue(part, values)))
  })
  return filled.join('')
}

/**
 * Like `fillText`, for every text in a body. A text that is exactly one placeholder keeps the type of its value.
 */
export function fillDeep(template: unknown, values: CallValues): unknown {
  if (typeof template === 'string') {
    const [whole, ...others] = template.startsWith('{') ? parseTemplate(template).parts : []
    return typeof whole === 'object' && others.length === 0
      ? placeholderValue(whole, values)
      : fillText(template, values)
  }
  if (Array.isArray(template)) return template.map((entry) => fillDeep(entry, values))
  if (!isRecord(template)) return template
  const filled: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(template))
    define(filled, name, fillDeep(entry, values))
  return filled
}

/** Returns the dotted paths of all values, except objects that have entries. */
export function leavesOf(value: Record<string, unknown>, prefix = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([name, entry]): [string, unknown][] =>
    isRecord(entry) && Object.keys(entry).length > 0
      ? leavesOf(entry, `${prefix}${name}.`)
      : [[prefix + name, entry]]
  )
}

/** Returns the text of a value in a URL, a header or a form. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export const isRecord = isJsonObject

/**
 * Keeps a name in a code block as text.
 * @throws CallRefused if a parameter has that name, because the meaning would be ambiguous
 */
function asCode({ names, written }: Placeholder, values: CallValues): string {
  if (valueAt(values.params, names) === undefined) return written
  const [name] = names
  throw new CallRefused(
    `${written} is text inside of a block of code, and the step has a parameter of that name. Write {params.${name}} for the parameter, or rename the parameter.`
  )
}

function placeholderValue({ names, written }: Placeholder, values: CallValues): unknown {
  const variable = variableNamed(names.join('.'))
  if (variable !== undefined && values.variables) return values.variables.value(variable)
  const own = names[0] === 'variables' ? undefined : valueAt(values, names)
  const value = own ?? valueAt(values.params, names)
  if ((names[0] === 'steps' || names[0] === 'item') && holdsMask(value)) {
    throw new CallRefused(
      `${written} contains a secret of this environment, which is masked, so it is not sent. Read a part without it. If the value is no secret, store it as a plain variable.`
    )
  }
  if (value !== undefined && value !== null) return value
  throw new NoValue(
    written,
    `The endpoint needs a value for ${written} and has none. Give it as a parameter of the workflow step, check the names after file., user., system., steps., trigger., item., and variables., or write {${written}} for the text itself.`
  )
}

/** Assigns an own property, so that no name can reach the prototype. */
function define<T>(target: Record<string, unknown>, name: string, value: T): T {
  Object.defineProperty(target, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return value
}
