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
  const schema = config.toJSONSchema() as ConfigSchema
  schemas.set(config, schema)
  return schema
}

/** What the schema says of a part by its name, be it a property or an entry of a map or a list. */
export function partOf(schema: ConfigSchema | undefined, name: string): ConfigSchema | undefined {
  if (!schema) return undefined
  if (schema.items) return schema.items
  const property = schema.properties
  if (property && Object.hasOwn(property, name)) return property[name]
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
}
