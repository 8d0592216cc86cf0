import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { parseJson } from '../../json.js'
import { textOf } from '../../local_file.js'
import type { Query } from '../../api/client.js'
import { printableJson } from '../../output/format.js'

/** Without a prototype: a key may have any name. */
export interface Fields {
  [key: string]: unknown
}

/** What `-f` and `-F` say, as one object; undefined when they say nothing. @throws UsageError */
export async function fieldsOf(
  factory: Factory,
  texts: string[],
  typed: string[]
): Promise<Fields | undefined> {
  if (texts.length + typed.length === 0) return undefined
  const fields: Fields = Object.create(null)
  for (const field of texts) put(fields, field, valueIn(field))
  for (const field of typed) put(fields, field, await read(factory, valueIn(field)))
  return fields
}

/** The same for an address, where objects and lists stand as JSON. */
export function addressed(fields: Fields = {}): Query {
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
function put(fields: Fields, field: string, value: unknown): void {
  const key = field.slice(0, equalsIn(field))
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? []
  if (first === undefined || rest === undefined) {
    throw new UsageError(`The key "${key}" cannot be read.`, 'Write it as a, a[b] or a[].')
  }
  const inner = [...rest.matchAll(/\[([^\]]*)\]/g)].map(([, name]) => name ?? '')
  let place: Fields | unknown[] = fields
  let name = first
  for (const next of inner) {
    place = below(place, name, next === '' ? [] : Object.create(null), key)
    name = next
  }
  set(place, name, value, key)
}

/** What lies at a name, made when there is nothing yet. */
function below(
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
  throw new UsageError(`The key "${key}" does not go with a field before it.`)
}

function set(place: Fields | unknown[], name: string, value: unknown, key: string): void {
  if (Array.isArray(place)) place.push(value)
  else if (name in place) throw new UsageError(`The field "${key}" is given twice.`)
  else place[name] = value
}
