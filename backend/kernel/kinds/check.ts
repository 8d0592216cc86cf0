import {
  Problem,
  text,
  unknownFields,
  validate,
  type FieldError,
  type Output,
} from '../http/index.js'
import { isJsonObject } from '../json/index.js'
import { isMask } from '../secrets/index.js'
import { sealedMark } from '../secrets/sealed_part.js'
import type { Kind } from './kind.js'
import { partOf, schemaOf, type ConfigSchema } from './schema.js'

/** A configuration that fits its kind, or everything that is wrong with it. */
export type Checked<K extends Kind> =
  | { config: Output<K['config']>; errors?: undefined }
  | { config?: undefined; errors: [FieldError, ...FieldError[]] }

/** No configuration a person makes has as many; checking each of the hundred thousand that fit into a body takes seconds. */
const MOST_PARTS = 5_000
/** Each is sealed by itself, and again at every look; a map of headers is the longest people make. */
const MOST_SECRETS = 100

/**
 * Checks a configuration against the schema of its kind. A name the kind does not know is an error,
 * never dropped; null stands for a part that is not set.
 * @param given as it came in; the masks of stored secrets may stand in it
 * @param at where it stood in what was sent, for the names of wrong fields: `config`
 */
export async function checkConfig<K extends Kind>(
  kind: K,
  given: unknown,
  at: string
): Promise<Checked<K>> {
  if (hasMoreParts(given, MOST_PARTS)) return tooManyParts(at)
  const config = withoutUnset(given ?? {}, schemaOf(kind))
  const errors: FieldError[] = [...unknownFields(kind.config, config), ...sealedIn(config)]
  let fitting: unknown
  try {
    fitting = await validate(kind.config, config)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    errors.push(...error.errors)
  }
  const [first, ...others] = errors.map((error) => ({
    ...error,
    field: error.field ? `${at}.${error.field}` : at,
  }))
  if (first) return { errors: [first, ...others] }
  // What came as JSON in a text has parts only now.
  if (hasMoreParts(fitting, MOST_PARTS)) return tooManyParts(at)
  if (countSecrets(fitting, schemaOf(kind)) > MOST_SECRETS) {
    const sentence = text('A configuration holds at most {count} secrets.', { count: MOST_SECRETS })
    return { errors: [{ field: at, rule: 'maxLength', text: sentence }] }
  }
  return { config: fitting as Output<K['config']> }
}

function tooManyParts(at: string): { errors: [FieldError] } {
  const sentence = text('A configuration has at most {count} parts.', { count: MOST_PARTS })
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

/** Only what Crossdock itself has sealed may say that it is. */
function sealedIn(value: unknown, path = ''): FieldError[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = path ? `${path}.${name}` : name
    if (name !== sealedMark) return sealedIn(inner, field)
    const sentence = text('No part may be named "{name}": sealed secrets are.', { name })
    return [{ field, rule: 'sealed', text: sentence }]
  })
}

/** Parts that are null are left out, also such as are only there for a mask of nothing. */
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

/** In a map of anything null is a value. */
function isUnset(part: unknown, inner: ConfigSchema | undefined, { properties }: ConfigSchema) {
  if (part === null) return properties !== undefined || typeof inner?.type === 'string'
  return part === '' && inner?.writeOnly === true
}
