import { isPrototypeName, prototypeKey } from '../json/index.js'
import { Problem, refusedFields, type FieldError } from '../ground/problem.js'
import { beginningOf, text } from '../ground/text.js'

/** Deepest JSON nesting that is accepted. */
const maxDepth = 64
/** What is said at most of the keys that lead to a place. */
const maxPath = 200

/** Texts no database column or JSON document holds: NUL and lone surrogates. */
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
 * Refuses what a client sent when no column holds it (NUL, lone surrogates, bottomless nesting) or
 * when its keys lead careless code to a prototype.
 * @throws Problem 422 that names the field.
 */
export function refuseForeign(value: unknown): void {
  const error = badText(value, '') ?? badKey(value)
  if (error) refuse(error)
}

/** The same for the names in a form. @throws Problem 422 that names the field. */
export function refuseForeignField(name: string): void {
  if (isPrototypeName(name)) refuse(misused(name))
}

/**
 * The same for the names in a query string, and for those all objects have: the parser of query strings
 * drops them without a word, and with them what was asked for. @throws Problem 422 that names the parameter.
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

/** How many the parser of query strings reads. */
const mostParameters = 1_000

/** What comes behind those would be dropped without a word, too. @throws Problem 422 */
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
