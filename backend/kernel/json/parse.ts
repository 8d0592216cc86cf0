import { isDeepStrictEqual } from 'node:util'

/**
 * Reads JSON that others wrote (partners' answers, stored rows, imported documents) into objects
 * without a prototype: a key `__proto__` or `constructor` in them is data like any other, and code
 * that walks or copies them never comes to a prototype the program shares.
 * @throws SyntaxError when the text is no JSON.
 */
export function parseJson(text: string): unknown {
  return withoutPrototypes(JSON.parse(text))
}

/** Takes the prototypes off plain JSON just read, in place and whatever its depth. */
function withoutPrototypes<T>(json: T): T {
  const waiting: unknown[] = [json]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) Object.setPrototypeOf(value, null)
    for (const item of Object.values(value)) {
      if (typeof item === 'object' && item !== null) waiting.push(item)
    }
  }
  return json
}

/** A copy of JSON that shares nothing with it; its objects have no prototype. Other values are kept. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson)
  if (!isPlainObject(value)) return value
  const copy: Record<string, unknown> = Object.create(null)
  for (const [key, item] of Object.entries(value)) copy[key] = copyJson(item)
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
