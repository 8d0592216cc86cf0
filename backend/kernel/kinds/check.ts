import { Problem, text, type FieldError } from '../ground/index.js'
import { unknownFields, validate, type Output } from '../shapes/index.js'
import { isJsonObject } from '../json/index.js'
import { isMask } from '../secrets/index.js'
import { sealedMark } from '../secrets/sealed_part.js'
import type { Kind } from './kind.js'
import { partOf, schemaOf, type ConfigSchema } from './schema.js'

/** A valid configuration, or all its errors. */
export type Checked<K extends Kind> =
  | { config: Output<K['config']>; errors?: undefined }
  | { config?: undefined; errors: [FieldError, ...FieldError[]] }

/**
 * Far more than any real configuration has. A body can hold a hundred thousand parts, and checking them would
 * take seconds.
 */
const MAX_PARTS = 5_000
/** Each secret is sealed separately and opened on every read; the longest real case is a map of headers. */
const MAX_SECRETS = 100

/**
 * Checks a configuration against the schema of its kind. An unknown name is an error and is never dropped; null
 * means that a part is not set.
 * @param given as received; it may contain masks of stored secrets
 * @param at its place in the request, for the names of wrong fields: `config`
 */
export async function checkConfig<K extends Kind>(
  kind: K,
  given: unknown,
  at: string
): Promise<Checked<K>> {
  if (hasMoreParts(given, MAX_PARTS)) return tooManyParts(at)
  const config = withoutUnset(given ?? {}, schemaOf(kind))
  const errors: FieldError[] = [...unknownFields(kind.config, config), ...sealedIn(config)]
  let valid: unknown
  try {
    valid = await validate(kind.config, config)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    errors.push(...error.errors)
  }
  const [first, ...others] = errors.map((error) => ({
    ...error,
    field: error.field ? `${at}.${error.field}` : at,
  }))
  if (first) return { errors: [first, ...others] }
  // JSON inside a text becomes parts only after validation.
  if (hasMoreParts(valid, MAX_PARTS)) return tooManyParts(at)
  if (countSecrets(valid, schemaOf(kind)) > MAX_SECRETS) {
    const sentence = text('A configuration holds at most {count} secrets.', { count: MAX_SECRETS })
    return { errors: [{ field: at, rule: 'maxLength', text: sentence }] }
  }
  return { config: valid as Output<K['config']> }
}

function tooManyParts(at: string): { errors: [FieldError] } {
  const sentence = text('A configuration has at most {count} parts.', { count: MAX_PARTS })
  return { errors: [{ field: at, rule: 'maxLength', text: sentence }] }
}

function countSecrets(value: unknown, schema: ConfigSchema | undefined): number {
  if (schema?.writeOnly) return value === undefined ? 0 : 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (count, [name, part]) => count + countSecrets(part, partOf(schema, name)),
    0
  )
}

function hasMoreParts(value: unknown, most: number): boolean {
  const waiting = [value]
  let parts = 0
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    const inner = Object.values(next)
    parts += inner.length
    if (parts > most) return true
    for (const part of inner) waiting.push(part)
  }
  return false
}

/** Only Crossdock itself may use the mark of a sealed secret. */
function sealedIn(value: unknown, path = ''): FieldError[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = path ? `${path}.${name}` : name
    if (name !== sealedMark) return sealedIn(inner, field)
    const sentence = text('No part may be named "{name}": this name marks sealed secrets.', {
      name,
    })
    return [{ field, rule: 'sealed', text: sentence }]
  })
}

/** Removes parts that are null, and secrets that are an empty text. */
function withoutUnset(value: unknown, schema: ConfigSchema | undefined): unknown {
  if (!schema) return value
  if (Array.isArray(value)) return value.map((item) => withoutUnset(item, schema.items))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const inner = partOf(schema, name)
      if (isUnset(part, inner, schema)) return []
      return [[name, isMask(part) ? part : withoutUnset(part, inner)] as const]
    })
  )
}

/** In a map of arbitrary values null is a value. */
function isUnset(part: unknown, inner: ConfigSchema | undefined, { properties }: ConfigSchema) {
  if (part === null) return properties !== undefined || typeof inner?.type === 'string'
  return part === '' && inner?.writeOnly === true
}
