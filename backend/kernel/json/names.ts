import { isJsonObject } from './parse.js'

/** Names by which a value reaches the prototype of its kind, when it holds more keys itself. */
const ways = new Set(['constructor', 'prototype'])

/**
 * The path of the first key in `value` that careless code would follow to a prototype: `__proto__`
 * with any value, `constructor` and `prototype` with an object. Plain values under the latter two
 * are data. Undefined when there is none.
 */
export function prototypeKey(value: unknown, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const here = path ? `${path}.${key}` : key
    if (key === '__proto__' || (ways.has(key) && isJsonObject(item))) return here
    const inner = prototypeKey(item, here)
    if (inner) return inner
  }
  return undefined
}

/** The same for the name of a form field or a query parameter, such as `a[constructor][prototype]`. */
export function isPrototypeName(name: string): boolean {
  const keys = name.split(/[[\].]+/).filter((key) => key !== '')
  return keys.some(
    (key, place) => key === '__proto__' || (ways.has(key) && place < keys.length - 1)
  )
}
