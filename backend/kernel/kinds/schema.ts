import type { Kind } from './kind.js'

/** The part of JSON Schema that configurations use. */
export interface ConfigSchema {
  type?: string | string[]
  properties?: Record<string, ConfigSchema>
  required?: string[]
  additionalProperties?: boolean | ConfigSchema
  items?: ConfigSchema
  writeOnly?: boolean
  [keyword: string]: unknown
}

const schemas = new WeakMap<Kind['config'], ConfigSchema>()

/** JSON Schema of a kind's configuration. */
export function schemaOf({ config }: Pick<Kind, 'config'>): ConfigSchema {
  const known = schemas.get(config)
  if (known) return known
  const schema = withBooleans(config.toJSONSchema() as ConfigSchema)
  schemas.set(config, schema)
  return schema
}

/** A lenient `vine.boolean()` lists all accepted values ("on", 1, …). Forms need a plain boolean. */
function withBooleans<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(withBooleans) as T
  const entries = Object.entries(schema)
  if ('enum' in schema && Array.isArray(schema.enum) && asBooleans(schema.enum)) {
    const others = entries.filter(([name]) => name !== 'enum')
    return { type: 'boolean', ...Object.fromEntries(others) } as T
  }
  return Object.fromEntries(entries.map(([name, part]) => [name, withBooleans(part)])) as T
}

const asBooleans = (values: unknown[]) =>
  [true, 'on', false].every((value) => values.includes(value))

/** The schema of a part: a property, or an entry of a map or a list. */
export function partOf(schema: ConfigSchema | undefined, name: string): ConfigSchema | undefined {
  if (!schema) return undefined
  if (schema.items) return schema.items
  const property = schema.properties
  if (property && Object.hasOwn(property, name)) return property[name]
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
}
