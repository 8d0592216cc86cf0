import { text, type FieldError, type Text } from '@crossdock/kernel/ground'
import { isJsonObject, isNested, isNumber } from '@crossdock/kernel/json'

/** The supported part of JSON Schema. Its checks are fast for any body. */
interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, unknown>
  required?: string[]
  additionalProperties?: boolean
  items?: unknown
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

interface Fault {
  field: string
  says: string
}

const checked = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
])
const annotations = new Set([
  '$schema',
  '$id',
  'title',
  'description',
  'default',
  'examples',
  'format',
])
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
const mostFaults = 20

/** Returns whether a value is a schema and not a sample body. */
export const isSchema = (value: unknown): value is JsonSchema =>
  isJsonObject(value) &&
  ('$schema' in value ||
    [value.type].flat().some((type) => types.some((known) => known === type)) ||
    (isJsonObject(value.properties) && Object.values(value.properties).every(isJsonObject)))

/** Checks the values of keywords. */
const rules: readonly {
  of: readonly string[]
  fits(value: unknown): boolean
  says(name: string): Text
}[] = [
  {
    of: ['type'],
    fits: (value) =>
      isListOf(value, (one) => types.includes(one as string)) || types.includes(value as string),
    says: (name) =>
      text('The value of "{name}" must be one of {types}, or a list of them.', {
        name,
        types: types.join(', '),
      }),
  },
  {
    of: ['properties'],
    fits: (value) => isJsonObject(value) && Object.values(value).every(isJsonObject),
    says: (name) =>
      text('The value of "{name}" must be an object with a schema for each property.', { name }),
  },
  {
    of: ['items'],
    fits: isJsonObject,
    says: (name) => text('The value of "{name}" must be a schema.', { name }),
  },
  {
    of: ['required'],
    fits: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
    says: (name) => text('The value of "{name}" must be a list of names.', { name }),
  },
  {
    of: ['additionalProperties'],
    fits: (value) => typeof value === 'boolean',
    says: (name) => text('The value of "{name}" must be true or false.', { name }),
  },
  {
    of: ['enum'],
    fits: (value) => isListOf(value, () => true),
    says: (name) => text('The value of "{name}" must be a list of values.', { name }),
  },
  {
    of: ['minimum', 'maximum'],
    fits: isNumber,
    says: (name) => text('The value of "{name}" must be a number.', { name }),
  },
  {
    of: ['minLength', 'maxLength', 'minItems', 'maxItems'],
    fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    says: (name) => text('The value of "{name}" must be a whole number from 0 on.', { name }),
  },
]

const isListOf = (value: unknown, fits: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(fits)

/**
 * Returns errors of a schema: unsupported keywords, and invalid values of keywords.
 * @param at path of the schema
 */
function schemaErrors(schema: unknown, at: string): FieldError[] {
  if (!isJsonObject(schema)) return []
  const own = Object.entries(schema).flatMap(([name, value]) => keywordError(name, value, at))
  const { properties, items } = schema
  const below = isJsonObject(properties)
    ? Object.entries(properties).flatMap(([name, part]) =>
        schemaErrors(part, `${at}.properties.${name}`)
      )
    : []
  return [...own, ...below, ...schemaErrors(items, `${at}.items`)].slice(0, mostFaults)
}

function keywordError(name: string, value: unknown, at: string): FieldError[] {
  const error = (sentence: Text) => [{ field: `${at}.${name}`, rule: 'schema', text: sentence }]
  if (annotations.has(name)) return []
  if (!checked.has(name)) {
    const known = [...checked].join(', ')
    return error(text('The keyword "{name}" is not checked. Known: {known}.', { name, known }))
  }
  const rule = rules.find(({ of }) => of.includes(name))
  if (!rule || rule.fits(value)) return []
  return error(rule.says(name))
}

/** Keywords that rarely occur in bodies, and never as the only names. */
const onlyInSchemas = new Set([
  'required',
  'additionalProperties',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
])

/**
 * Returns errors of a schema or of a sample body. A sample is valid unless all its names are schema keywords. Then
 * it counts as a schema without a type: as a sample it would require a field named `required`.
 */
export function bodyErrors(body: unknown, at: string): FieldError[] {
  if (isSchema(body)) return schemaErrors(body, at)
  if (!isJsonObject(body)) return []
  const names = Object.keys(body)
  const isMeant =
    names.every((name) => checked.has(name)) && names.some((name) => onlyInSchemas.has(name))
  if (!isMeant) return []
  const sentence = text(
    'This looks like a JSON Schema without a type. Add "type", such as "object".'
  )
  return [...schemaErrors(body, at), { field: at, rule: 'schema', text: sentence }]
}

/** Returns the first errors of a value. */
export function faultsOf(schema: unknown, value: unknown, field = 'body'): Fault[] {
  const faults: Fault[] = []
  check(schema, value, field, faults)
  return faults
}

function check(given: unknown, value: unknown, field: string, faults: Fault[]): void {
  if (!isJsonObject(given) || faults.length >= mostFaults) return
  const schema = given as JsonSchema
  const fault = (says: string) => void faults.push({ field, says })
  const wanted = [schema.type ?? []].flat()
  if (wanted.length > 0 && !wanted.some((type) => isOf(type, value))) {
    return fault(`must be ${wanted.join(' or ')}`)
  }
  if (Array.isArray(schema.enum) && !isAmong(choices, schema, schema.enum, value)) {
    fault(`must be one of ${JSON.stringify(schema.enum).slice(0, 200)}`)
  }
  if ('const' in schema && !isAmong(constants, schema, [schema.const], value)) {
    fault(`must be ${JSON.stringify(schema.const)?.slice(0, 200)}`)
  }
  if (isNumber(value)) between(Number(value), schema.minimum, schema.maximum, 'must be', fault)
  if (typeof value === 'string') {
    const { minLength, maxLength } = schema
    between([...value].length, minLength, maxLength, 'must have a length of', fault)
  }
  if (Array.isArray(value)) {
    between(value.length, schema.minItems, schema.maxItems, 'must have a number of items of', fault)
    value.forEach((item, at) => check(schema.items, item, `${field}.${at}`, faults))
  }
  if (isJsonObject(value)) checkObject(schema, value, field, faults)
}

/** The values of `enum` and `const` as texts, built once per schema. */
type Allowed = WeakMap<object, { texts: Set<string>; isFlat: boolean }>
const choices: Allowed = new WeakMap()
const constants: Allowed = new WeakMap()

function isAmong(known: Allowed, schema: object, values: unknown[], value: unknown): boolean {
  let allowed = known.get(schema)
  if (!allowed) {
    allowed = { texts: new Set(values.map(textOf)), isFlat: !values.some(isNested) }
    known.set(schema, allowed)
  }
  // Do not serialize a long value that cannot match any text.
  return !(allowed.isFlat && isNested(value)) && allowed.texts.has(textOf(value))
}

/** Returns a value as text, which is equal for equal JSON, regardless of key order. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part
  )

function checkObject(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  value: Record<string, unknown>,
  field: string,
  faults: Fault[]
): void {
  for (const name of [required].flat()) {
    if (!Object.hasOwn(value, name)) faults.push({ field: `${field}.${name}`, says: 'is missing' })
  }
  for (const [name, part] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) {
      check(properties[name], part, `${field}.${name}`, faults)
    } else if (additionalProperties === false) {
      faults.push({ field: `${field}.${name.slice(0, 100)}`, says: 'is not known' })
    }
    if (faults.length >= mostFaults) return
  }
}

function between(
  size: number,
  least: number | undefined,
  most: number | undefined,
  what: string,
  fault: (says: string) => void
): void {
  if (least !== undefined && size < least) fault(`${what} at least ${least}`)
  if (most !== undefined && size > most) fault(`${what} at most ${most}`)
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isJsonObject(value)
  if (type === 'integer') return isNumber(value) && Number.isInteger(Number(value))
  if (type === 'number') return isNumber(value)
  return typeof value === type
}
