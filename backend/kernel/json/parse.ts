import { isDeepStrictEqual } from 'node:util'
import { ExactNumber, mayHoldExact } from './exact_number.js'

/** Objects and lists in one another: code that walks JSON, JSON.stringify too, has so much stack. */
const maxDepth = 500

/**
 * Reads JSON that others wrote (partners' answers, stored rows, imported documents) into objects
 * without a prototype: a key `__proto__` or `constructor` in them is data like any other, and code
 * that walks or copies them never comes to a prototype the program shares. Numbers are read as
 * `parseExact` reads them.
 * @throws SyntaxError when the text is no JSON, or nested more than 500 deep; NumberTooLong
 */
export function parseJson(text: string): unknown {
  return withoutPrototypes(parseExact(text))
}

/**
 * JSON.parse, with an `ExactNumber` for each number that a JavaScript number would change.
 * @throws SyntaxError when the text is no JSON; NumberTooLong
 */
export function parseExact(text: string): unknown {
  const plain: unknown = JSON.parse(text)
  // The second parse takes several times as long as the first, and a stack as deep as the JSON is.
  if (!mayHoldExact(text) || isDeeper(plain)) return plain
  return JSON.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined ? ExactNumber.of(source) : value
  )
}

/** As `parseJson`, for where only an object makes sense: undefined for any other text. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const json = parseJson(text)
    return isJsonObject(json) ? json : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Takes the prototypes off plain JSON just read, in place. @throws SyntaxError beyond `maxDepth` */
function withoutPrototypes<T>(json: T): T {
  const take = (value: object) => void Object.setPrototypeOf(value, null)
  if (isDeeper(json, take)) throw new SyntaxError(`JSON nested more than ${maxDepth} deep`)
  return json
}

/** Whether JSON just read is nested deeper than `maxDepth`; `each` is given its objects up to there. */
function isDeeper(json: unknown, each?: (value: object) => void): boolean {
  let level: object[] = isNested(json) ? [json] : []
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= maxDepth) return true
    const below: object[] = []
    for (const value of level) {
      if (!Array.isArray(value)) each?.(value)
      // A list is walked as it is: a copy of millions of values would cost more than reading them.
      for (const item of Array.isArray(value) ? value : Object.values(value)) {
        if (isNested(item)) below.push(item)
      }
    }
    level = below
  }
  return false
}

/** Whether a value of JSON has parts: an object or a list. An exact number has none. */
export function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber)
}

/** Whether a value is an object of JSON, neither a list nor an exact number. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return isNested(value) && !Array.isArray(value)
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
