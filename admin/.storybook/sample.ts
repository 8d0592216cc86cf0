import type { components } from '@crossdock/client'
import description from '../../docs/reference/openapi.json'

type Schemas = components['schemas']

interface Schema {
  $ref?: string
  /** Alternatives, one of which is null. */
  anyOf?: unknown
  type?: string | string[]
  format?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
}

const schemas: Record<string, Schema> = description.components.schemas

/** Returns an object of a schema of the API. Fields that the story does not set are empty, or null where allowed. */
export function sample<Name extends keyof Schemas>(
  name: Name,
  part: Partial<Schemas[Name]>
): Schemas[Name] {
  return { ...(emptyOf(schemas[name]!) as Schemas[Name]), ...part }
}

function emptyOf(schema: Schema): unknown {
  if (schema.$ref) return emptyOf(schemas[schema.$ref.split('/').at(-1)!]!)
  const types = [schema.type ?? 'null'].flat()
  if (types.includes('null')) return null
  if (schema.enum) return schema.enum[0]
  switch (types[0]) {
    case 'string':
      return schema.format === 'date-time' ? '2026-11-18T09:30:00.000Z' : ''
    case 'array':
      return []
    case 'object':
      return partsOf(schema)
    case 'boolean':
      return false
    default:
      return 0
  }
}

function partsOf({ properties = {}, required = [] }: Schema): object {
  const parts = required.map((name) => [name, emptyOf(properties[name] ?? {})])
  return Object.fromEntries(parts)
}
