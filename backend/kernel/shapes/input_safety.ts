import { isPrototypeName, prototypeKey } from '../json/index.js'
import { Problem, refusedFields, type FieldError } from '../ground/problem.js'
import { beginningOf, text } from '../ground/text.js'

/** Deepest JSON nesting that is accepted. */
const maxDepth = 64
/** Longest path to a field that an error shows. */
const maxPath = 200

/** Finds text that no database column or JSON document can store: NUL and lone surrogates. */
export function badText(value: unknown, path: string, depth = 0): FieldError | undefined {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return undefined
    const field = beginningOf(path, maxPath)
    return {
      field,
      rule: 'text',
      text: text('"{path}" holds characters that are not allowed.', { path: field }),
    }
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > maxDepth) {
    const field = beginningOf(path, maxPath)
    return {
      field,
      rule: 'depth',
      text: text('"{path}" is nested too deeply.', { path: field }),
    }
  }
  for (const [key, item] of Object.entries(value)) {
    const inner = path ? `${path}.${key}` : key
    const found = badText(key, inner) ?? badText(item, inner, depth + 1)
    if (found) return found
  }
  return undefined
}

function badKey(value: unknown): FieldError | undefined {
  const field = prototypeKey(value)
  return field === undefined ? undefined : misused(field)
}

function misused(path: string): FieldError {
  const field = beginningOf(path, maxPath)
  return {
    field,
    rule: 'key',
    text: path.endsWith('__proto__')
      ? text('"{field}" is not allowed: no key may be named "__proto__".', { field })
      : text('"{field}" may hold a text, a number or a list, but no object.', { field }),
  }
}

/**
 * Refuses input that no column can store (NUL, lone surrogates, deep nesting), and keys that could reach an
 * object's prototype.
 * @throws Problem 422 that names the field.
 */
export function refuseForeign(value: unknown): void {
  const error = badText(value, '') ?? badKey(value)
  if (error) refuse(error)
}

/**
 * Like `refuseForeign`, for field names of a form.
 * @throws Problem 422 that names the field
 */
export function refuseForeignField(name: string): void {
  if (isPrototypeName(name)) refuse(misused(name))
}

/**
 * Like `refuseForeign`, for names in a query string, including names that every object has (`toString`). The
 * query parser would drop those silently, and with them the caller's condition.
 * @throws Problem 422 that names the parameter
 */
export function refuseForeignName(name: string): void {
  refuseForeignField(name)
  const dropped = name.split(/[[\]]/).find((key) => Object.hasOwn(Object.prototype, key))
  if (dropped === undefined) return
  const field = beginningOf(name, maxPath)
  refuse({
    field,
    rule: 'key',
    text: text('"{field}" is not allowed: nothing in a query may be named "{name}".', {
      field,
      name: dropped,
    }),
  })
}

/** The query string parser reads at most this many parameters. */
const mostParameters = 1_000

/** Parameters beyond the limit would be dropped silently. @throws Problem 422 */
export function refuseLongQuery(query: string | null): void {
  if (query === null || query.split('&', mostParameters + 1).length <= mostParameters) return
  throw new Problem(
    422,
    'E_QUERY',
    text('The query has more than {most} parameters.', { most: mostParameters })
  )
}

function refuse(error: FieldError): never {
  throw refusedFields([error])
}
