import { CallRefused } from './call_refused.js'
import type { CallValues } from '../contracts/connector.js'
import { variableNamed } from './variables.js'

const PLACEHOLDER = /\{([A-Za-z_][\w-]*(?:\.[\w-]+)*)\}/g

/** The value at a dotted path, own properties only; undefined when any part is missing. */
export function valueAt(source: unknown, path: string): unknown {
  let value: unknown = source
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** Writes at a dotted path, making the objects on the way. */
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
 * `{steps.<id>.body.number}`, `{variables.NAME}`, and the step's own params as `{params.orderId}` or simply `{orderId}`.
 * @throws CallRefused naming a placeholder that has no value.
 */
export function fillText(
  text: string,
  values: CallValues,
  encode: (value: string) => string = (value) => value
): string {
  return text.replace(PLACEHOLDER, (_, path: string) =>
    encode(textOf(placeholderValue(path, values)))
  )
}

/** As `fillText` for everything inside a body; a text that is one placeholder keeps the value's type. */
export function fillDeep(template: unknown, values: CallValues): unknown {
  if (typeof template === 'string') {
    const whole = new RegExp(`^${PLACEHOLDER.source}$`).exec(template)
    return whole?.[1] ? placeholderValue(whole[1], values) : fillText(template, values)
  }
  if (Array.isArray(template)) return template.map((entry) => fillDeep(entry, values))
  if (!isRecord(template)) return template
  const filled: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(template))
    define(filled, name, fillDeep(entry, values))
  return filled
}

/** Dotted paths of all values that are not objects with entries. */
export function leavesOf(value: Record<string, unknown>, prefix = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([name, entry]): [string, unknown][] =>
    isRecord(entry) && Object.keys(entry).length > 0
      ? leavesOf(entry, `${prefix}${name}.`)
      : [[prefix + name, entry]]
  )
}

/** A value as it stands in a URL, a header or a form. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function placeholderValue(path: string, values: CallValues): unknown {
  const variable = variableNamed(path)
  if (variable !== undefined && values.variables) return values.variables.value(variable)
  const value = valueAt(values, path) ?? valueAt(values.params, path)
  if (value !== undefined && value !== null) return value
  throw new CallRefused(
    `The endpoint needs a value for {${path}} and has none. Give it as a parameter of the workflow step, or use a placeholder that starts with file., user., system. or steps.`
  )
}

/** Assigns without ever reaching the prototype, whatever the name is. */
function define<T>(target: Record<string, unknown>, name: string, value: T): T {
  Object.defineProperty(target, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return value
}
