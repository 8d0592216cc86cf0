import { isJsonObject } from './parse.js'

/** Names that lead from a value to the prototype of its kind, if the value under them is an object. */
const prototypeNames = new Set(['constructor', 'prototype'])

/**
 * The path of the first key in `value` that careless code would follow to a prototype: `__proto__` with any
 * value, `constructor` and `prototype` with an object. Plain values under the latter two are data. Undefined
 * without one.
 */
export function prototypeKey(value: unknown, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const here = path ? `${path}.${key}` : key
    if (key === '__proto__' || (prototypeNames.has(key) && isJsonObject(item))) return here
    const inner = prototypeKey(item, here)
    if (inner) return inner
  }
  return undefined
}

/**
 * Like `prototypeKey`, for the name of a form field or a query parameter, such as
 * `a[constructor][prototype]`.
 */
export function isPrototypeName(name: string): boolean {
  const keys = name.split(/[[\].]+/).filter((key) => key !== '')
  return keys.some(
    (key, place) => key === '__proto__' || (prototypeNames.has(key) && place < keys.length - 1)
  )
}
