import { isDeepStrictEqual } from 'node:util'

/** Objects and lists in one another: code that walks JSON, JSON.stringify too, has so much stack. */
const maxDepth = 500

/**
 * Reads JSON that others wrote (partners' answers, stored rows, imported documents) into objects
 * without a prototype: a key `__proto__` or `constructor` in them is data like any other, and code
 * that walks or copies them never comes to a prototype the program shares.
 * @throws SyntaxError when the text is no JSON, or nested more than 500 deep.
 */
export function parseJson(text: string): unknown {
  return withoutPrototypes(JSON.parse(text))
}

/** As `parseJson`, for where only an object makes sense: undefined for any other text. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const json = parseJson(text)
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
    return isObject ? (json as Record<string, unknown>) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Takes the prototypes off plain JSON just read, in place. @throws SyntaxError beyond `maxDepth` */
function withoutPrototypes<T>(json: T): T {
  let level: unknown[] = [json]
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      if (depth >= maxDepth) throw new SyntaxError(`JSON nested more than ${maxDepth} deep`)
      if (!Array.isArray(value)) Object.setPrototypeOf(value, null)
      // A list is walked as it is: a copy of millions of values would cost more than reading them.
      for (const item of Array.isArray(value) ? value : Object.values(value)) {
        if (typeof item === 'object' && item !== null) below.push(item)
      }
    }
    level = below
  }
  return json
}

/**
 * A copy of JSON that shares nothing with it, whatever its depth; its objects have no prototype.
 * Other values are kept.
 */
export function copyJson(value: unknown): unknown {
  const waiting: [from: object, to: object][] = []
  const begin = (from: unknown): unknown => {
    if (!Array.isArray(from) && !isPlainObject(from)) return from
    const to: object = Array.isArray(from) ? [] : Object.create(null)
    waiting.push([from, to])
    return to
  }
  const copy = begin(value)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, to] = next as [Record<string, unknown>, Record<string, unknown>]
    for (const [key, item] of Object.entries(from)) to[key] = begin(item)
  }
  return copy
}

/** Whether two values are the same JSON; the order of keys does not count, nor do prototypes. */
export function sameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(copyJson(one), copyJson(other))
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
