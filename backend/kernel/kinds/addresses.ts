import { isMask } from '../secrets/index.js'
import type { Kind } from './kind.js'
import { addressMark } from './parts.js'
import { schemaOf, type ConfigSchema } from './schema.js'

/** Host, port and scheme of an address of the web; undefined for anything else. */
export function originOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const { origin } = new URL(value)
  return origin === 'null' ? undefined : origin
}

/**
 * Where a configuration leads, as a text to compare: its parts that are marked as addresses, and
 * all that are not secret where the kind marks none, or is not installed.
 * @param shown with its secrets masked
 */
export function addressesIn(kind: Kind | undefined, shown: unknown): string {
  const schema = kind && schemaOf(kind)
  const found = schema && marks(schema) ? marked(shown, schema, '') : leaves(shown, '')
  return JSON.stringify([...found].sort())
}

/** Whether an address is marked anywhere in it. */
function marks(schema: ConfigSchema): boolean {
  const { properties, items, additionalProperties: others } = schema
  const within = [...Object.values(properties ?? {}), items, others]
  return (
    schema[addressMark] === true || within.some((part) => typeof part === 'object' && marks(part))
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
