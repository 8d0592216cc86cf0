import { isMask } from '../secrets/index.js'
import type { Kind } from './kind.js'
import { addressMark } from './parts.js'
import { schemaOf, type ConfigSchema } from './schema.js'

/** Scheme, host and port of a web address; undefined for any other value. */
export function originOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const { origin } = new URL(value)
  return origin === 'null' ? undefined : origin
}

/**
 * The addresses in a configuration, as a text to compare: the parts marked as addresses. If the kind marks none
 * or is not installed, all parts that are not secret.
 * @param shown the configuration with masked secrets
 */
export function addressesIn(kind: Kind | undefined, shown: unknown): string {
  const schema = kind && schemaOf(kind)
  const found = schema && hasMark(schema) ? marked(shown, schema, '') : leaves(shown, '')
  return JSON.stringify([...found].sort())
}

/** Whether the schema marks an address at any depth. */
function hasMark(schema: ConfigSchema): boolean {
  const { properties, items, additionalProperties: others } = schema
  const within = [...Object.values(properties ?? {}), items, others]
  return (
    schema[addressMark] === true || within.some((part) => typeof part === 'object' && hasMark(part))
  )
}

function* marked(value: unknown, schema: ConfigSchema, path: string): Generator<string> {
  if (schema[addressMark] === true) return yield* leaves(value, path)
  if (typeof value !== 'object' || value === null) return
  const { properties = {}, items, additionalProperties } = schema
  const others = typeof additionalProperties === 'object' ? additionalProperties : items
  for (const [name, part] of Object.entries(value)) {
    const inner = Object.hasOwn(properties, name) ? properties[name] : others
    if (inner) yield* marked(part, inner, `${path}/${name}`)
  }
}

function* leaves(value: unknown, path: string): Generator<string> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) yield* leaves(part, `${path}/${name}`)
  } else if (value !== null && value !== undefined && !isMask(value)) {
    yield JSON.stringify([path, originOf(value) ?? value])
  }
}
