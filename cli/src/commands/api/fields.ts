import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { parseJson } from '../../json.js'
import { textOf } from '../../local_file.js'
import type { Query } from '../../api/client.js'
import { printableJson } from '../../output/format.js'

/** Has no prototype, because a key may have any name. */
export interface Fields {
  [key: string]: unknown
}

/**
 * The values of `-f` and `-F` as one object. Undefined without these flags.
 * @throws UsageError
 */
export async function fieldsOf(
  factory: Factory,
  texts: string[],
  typed: string[]
): Promise<Fields | undefined> {
  if (texts.length + typed.length === 0) return undefined
  const fields: Fields = Object.create(null)
  for (const field of texts) putValue(fields, field, valueIn(field))
  for (const field of typed) putValue(fields, field, await read(factory, valueIn(field)))
  return fields
}

/** The fields as query parameters of a URL, where objects and lists are JSON. */
export function toQuery(fields: Fields = {}): Query {
  const entries = Object.entries(fields)
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'string' ? value : printableJson(value)])
  )
}

function valueIn(field: string): string {
  return field.slice(equalsIn(field) + 1)
}

function equalsIn(field: string): number {
  const at = field.indexOf('=')
  if (at > 0) return at
  throw new UsageError(`The field "${field}" has no value.`, 'Write it as key=value.')
}

async function read(factory: Factory, value: string): Promise<unknown> {
  if (value.startsWith('@')) return textOf(factory, value.slice(1))
  try {
    return parseJson(value)
  } catch {
    return value
  }
}

/** Puts a value at `key`, `key[inner]` or `key[]`. */
function putValue(fields: Fields, field: string, value: unknown): void {
  const key = field.slice(0, equalsIn(field))
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? []
  if (first === undefined || rest === undefined) {
    throw new UsageError(`The key "${key}" is malformed.`, 'Write it as a, a[b] or a[].')
  }
  const inner = [...rest.matchAll(/\[([^\]]*)\]/g)].map(([, name]) => name ?? '')
  let place: Fields | unknown[] = fields
  let name = first
  for (const next of inner) {
    place = findOrCreateContainer(place, name, next === '' ? [] : Object.create(null), key)
    name = next
  }
  set(place, name, value, key)
}

/** Returns the object or list at a name, and creates it when missing. */
function findOrCreateContainer(
  place: Fields | unknown[],
  name: string,
  made: Fields | unknown[],
  key: string
): Fields | unknown[] {
  const present = Array.isArray(place) ? undefined : place[name]
  if (present === undefined) {
    set(place, name, made, key)
    return made
  }
  const fits = typeof present === 'object' && Array.isArray(present) === Array.isArray(made)
  if (fits && present !== null) return present as Fields
  throw new UsageError(`The key "${key}" conflicts with an earlier field.`)
}

function set(place: Fields | unknown[], name: string, value: unknown, key: string): void {
  if (Array.isArray(place)) place.push(value)
  else if (name in place) throw new UsageError(`The field "${key}" is given twice.`)
  else place[name] = value
}
