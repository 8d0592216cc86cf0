import type { Description } from './description.js'
import { isJsonObject, lineIn, listIn, objectIn, readable, type Json } from './json.js'

const mostDepth = 10
const mostNodes = { request: 1_500, response: 400 }
const mostChars = 2_000
const mostProperties = 200

const byFormat = new Map(
  Object.entries({
    'date-time': '2026-01-31T08:00:00Z',
    date: '2026-01-31',
    time: '08:00:00Z',
    email: 'name@example.com',
    uri: 'https://example.com',
    url: 'https://example.com',
    uuid: '00000000-0000-4000-8000-000000000000',
    hostname: 'example.com',
    ipv4: '192.0.2.1',
  })
)

/** Names that descriptions use for JSON types, and formats that they use as types. */
const byType = new Map(
  Object.entries({
    int: 'integer',
    int32: 'integer',
    int64: 'integer',
    long: 'integer',
    short: 'integer',
    float: 'number',
    double: 'number',
    decimal: 'number',
    bool: 'boolean',
    str: 'string',
    char: 'string',
    list: 'array',
    map: 'object',
    dict: 'object',
    datetime: 'date-time',
    timestamp: 'date-time',
    any: '',
    file: 'string',
  })
)
const known = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean'])

/** Keywords that the sample generator ignores, so that its value may violate them. */
const unmet = [
  'pattern',
  'not',
  'if',
  'patternProperties',
  'propertyNames',
  'contains',
  'minProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'prefixItems',
]
const mostReported = 10

/** `request` omits optional fields, and fields that only the external system writes. */
export type Side = 'request' | 'response'

/** A value generated from a schema, with notes for people. */
export interface Sample {
  /** undefined if the schema gives no value. */
  value: unknown
  /** Keywords of the schema that the value ignores. */
  unmet: string[]
  /** Types unknown to JSON, replaced by a text. */
  oddTypes: string[]
}

/** Returns a value that matches a schema. If the schema has an example, the value is that example. */
export function sampleOf(description: Description, schema: unknown, side: Side): Sample {
  const sampler = new Sampler(description, side)
  const value = sampler.make(schema, 0)
  return { value, unmet: [...sampler.unmet], oddTypes: [...sampler.oddTypes] }
}

/** Returns a copy of an example from the description, unless it is too large. */
export const copyOf = (description: Description, value: unknown): unknown =>
  new Sampler(description, 'request').copy(value, 0)

class Sampler {
  #left: number
  /** Schemas in progress. References back to them are omitted. */
  readonly #open = new Set<Json>()
  readonly unmet = new Set<string>()
  readonly oddTypes = new Set<string>()

  constructor(
    private readonly description: Description,
    private readonly side: Side
  ) {
    this.#left = mostNodes[side]
  }

  make(given: unknown, depth: number): unknown {
    // The schema `true` accepts everything.
    const schema = given === true ? {} : this.description.at(given)
    if (!schema || depth > mostDepth || this.#isSpent() || this.#open.has(schema)) return undefined
    this.#open.add(schema)
    try {
      const example = this.#given(schema)
      return example === undefined ? this.#made(schema, depth) : this.copy(example, depth)
    } finally {
      this.#open.delete(schema)
    }
  }

  copy(value: unknown, depth: number): unknown {
    if (depth > 3 * mostDepth || this.#isSpent()) return undefined
    if (typeof value === 'string') return readable(value.slice(0, mostChars))
    if (Array.isArray(value)) {
      const items = value.slice(0, 20).map((item) => this.copy(item, depth + 1))
      return items.filter((item) => item !== undefined)
    }
    if (!isJsonObject(value)) return value
    return defined(Object.entries(value), (item) => this.copy(item, depth + 1))
  }

  #isSpent(): boolean {
    this.description.spend()
    return --this.#left < 0
  }

  #given({ example, examples, default: usual, const: only, enum: words }: Json): unknown {
    const [first] = listIn(examples)
    const word = listIn(words).find((one) => one !== null)
    return [only, example, first, usual, word].find((one) => one !== undefined && one !== null)
  }

  #made(schema: Json, depth: number): unknown {
    for (const keyword of unmet) {
      if (this.unmet.size < mostReported && Object.hasOwn(schema, keyword)) this.unmet.add(keyword)
    }
    const all = listIn(schema.allOf).slice(0, 20)
    const some = [...listIn(schema.oneOf), ...listIn(schema.anyOf)].slice(0, 20)
    const own = this.#ofType(schema, depth)
    const parts = all.map((part) => this.make(part, depth + 1))
    if (some.length > 0 && (own === undefined || isJsonObject(own))) {
      parts.push(firstDefined(some, (part) => this.make(part, depth + 1)))
    }
    const whole = [own, ...parts].filter((part) => part !== undefined)
    const objects = whole.filter(isJsonObject)
    if (objects.length > 0) return defined(objects.flatMap(Object.entries), (item) => item)
    // A part without constraints gets a text. A whole body without constraints has no sample.
    return whole.length === 0 && depth > 0 && all.length + some.length === 0 ? 'text' : whole[0]
  }

  #ofType(schema: Json, depth: number): unknown {
    if (schema.type === 'null') return null
    const type = this.#typeOf(schema)
    if (type === 'object' || isJsonObject(schema.properties)) return this.#object(schema, depth)
    if (type === 'array' || schema.items !== undefined) {
      const item = this.make(schema.items, depth + 1)
      const count = Math.min(Math.max(Number(schema.minItems) || 1, 1), 10)
      return item === undefined ? [] : Array.from({ length: count }, () => item)
    }
    if (type === 'integer' || type === 'number') return numberOf(schema)
    if (type === 'boolean') return true
    if (type === 'string') return textOf(schema)
    return byFormat.get(type)
  }

  /** Returns the first type other than null, as JSON Schema or `format` names it. */
  #typeOf({ type }: Json): string {
    const [word = ''] = [type]
      .flat()
      .flatMap((one) => lineIn(one, 100)?.toLowerCase() ?? [])
      .filter((one) => one !== 'null')
    const found = byType.get(word) ?? word
    if (found === '' || known.has(found) || byFormat.has(found)) return found
    if (this.oddTypes.size < mostReported) this.oddTypes.add(word)
    return ''
  }

  #object({ properties, required }: Json, depth: number): Json {
    const needed = new Set(listIn(required).slice(0, mostProperties))
    const isSent = ([name, property]: [string, unknown]): boolean => {
      if (this.side === 'response') return true
      const { readOnly } = this.description.at(property) ?? {}
      return readOnly !== true && (needed.size === 0 || needed.has(name))
    }
    const entries = Object.entries(objectIn(properties)).slice(0, mostProperties).filter(isSent)
    return defined(entries, (property) => this.make(property, depth + 1))
  }
}

function textOf({ format, minLength, maxLength }: Json): string {
  const usual = byFormat.get(String(format))
  if (usual !== undefined) return usual
  const least = typeof minLength === 'number' ? Math.min(minLength, mostChars) : 0
  const most = typeof maxLength === 'number' && maxLength >= 0 ? maxLength : mostChars
  return 'text'.padEnd(least, '.').slice(0, most)
}

/** Returns a number within the bounds. Before 2019, exclusive bounds were flags in addition to the bounds. */
function numberOf(schema: Json): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1
  if (typeof minimum === 'number') return exclusiveMinimum === true ? minimum + 1 : minimum
  const most = typeof exclusiveMaximum === 'number' ? exclusiveMaximum - 1 : maximum
  const step = typeof multipleOf === 'number' && multipleOf > 1 ? multipleOf : 1
  return typeof most === 'number' && most < step ? most : step
}

/** Returns an object without entries that produce nothing, and without names that reach a prototype. */
function defined(entries: [string, unknown][], make: (value: unknown) => unknown): Json {
  const made: Json = {}
  for (const [given, value] of entries) {
    const name = readable(given)
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') continue
    const item = make(value)
    if (item !== undefined) made[name] = item
  }
  return made
}

function firstDefined<T>(all: T[], make: (one: T) => unknown): unknown {
  for (const one of all) {
    const made = make(one)
    if (made !== undefined) return made
  }
  return undefined
}
