import { isDeepStrictEqual } from 'node:util'
import { ExactNumber, mayHoldExact } from './exact_number.js'

/** Maximum nesting: code that walks JSON, including JSON.stringify, has a limited stack. */
const maxDepth = 500

/**
 * Parses foreign JSON (partners' answers, stored rows, imported documents) into objects without a prototype. A
 * key `__proto__` or `constructor` is then ordinary data, and code that walks or copies the objects cannot
 * reach a shared prototype. Reads numbers like `parseExact`.
 * @throws SyntaxError for invalid JSON, or more than 500 levels; NumberTooLong
 */
export function parseJson(text: string): unknown {
  return withoutPrototypes(parseExact(text))
}

/**
 * JSON.parse, with an `ExactNumber` for each number that a JavaScript number would change.
 * @throws SyntaxError for invalid JSON; NumberTooLong
 */
export function parseExact(text: string): unknown {
  const plain: unknown = JSON.parse(text)
  // The second parse takes several times as long, and needs a stack as deep as the JSON.
  if (!mayHoldExact(text) || isDeeper(plain)) return plain
  return JSON.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined ? ExactNumber.of(source) : value
  )
}

/** Like `parseJson`, where only an object makes sense: undefined for any other text. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const json = parseJson(text)
    return isJsonObject(json) ? json : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Removes the prototypes of freshly parsed JSON, in place. @throws SyntaxError beyond `maxDepth` */
function withoutPrototypes<T>(json: T): T {
  const take = (value: object) => void Object.setPrototypeOf(value, null)
  if (isDeeper(json, take)) throw new SyntaxError(`JSON nested more than ${maxDepth} deep`)
  return json
}

/** Whether freshly parsed JSON is nested deeper than `maxDepth`; calls `each` with its objects up to there. */
function isDeeper(json: unknown, each?: (value: object) => void): boolean {
  let level: object[] = isNested(json) ? [json] : []
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= maxDepth) return true
    const below: object[] = []
    for (const value of level) {
      if (!Array.isArray(value)) each?.(value)
      // A list is walked directly: copying millions of values would cost more than reading them.
      for (const item of Array.isArray(value) ? value : Object.values(value)) {
        if (isNested(item)) below.push(item)
      }
    }
    level = below
  }
  return false
}

/** Whether a JSON value has parts: an object or a list. An exact number has none. */
export function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber)
}

/** Whether a value is a JSON object, neither a list nor an exact number. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return isNested(value) && !Array.isArray(value)
}

/**
 * A deep copy of JSON of any depth, without shared parts; its objects have no prototype. Other values are kept.
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

/** Whether two values are equal JSON; ignores key order and prototypes. */
export function sameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(copyJson(one), copyJson(other))
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
