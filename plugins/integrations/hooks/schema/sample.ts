import { isJsonObject } from '@crossdock/kernel/json'
import { isSchema } from './json_schema.js'

const mostDeep = 20

/** Returns a value that matches the types of a schema. A value that is not a schema is a sample itself. */
export function sampleOf(schema: unknown, depth = 0): unknown {
  // Inside a schema, every object is a schema.
  if (depth > mostDeep || !(depth === 0 ? isSchema(schema) : isJsonObject(schema))) return schema
  const given = schema as Record<string, unknown>
  if (Array.isArray(given.examples) && given.examples.length > 0) return given.examples[0]
  if ('const' in given) return given.const
  if (Array.isArray(given.enum)) return given.enum[0]
  const type = [given.type ?? (given.properties ? 'object' : 'null')].flat()[0]
  if (type === 'object') return objectOf(given, depth)
  if (type === 'array') {
    const count = Math.min(Number(given.minItems ?? 0), 10)
    return Array.from({ length: count }, () => sampleOf(given.items, depth + 1))
  }
  if (type === 'string') return 'sample'.padEnd(Math.min(Number(given.minLength ?? 0), 1_000), '.')
  if (type === 'number' || type === 'integer') return given.minimum ?? 1
  return type === 'boolean' ? true : null
}

function objectOf({ properties, required }: Record<string, unknown>, depth: number) {
  const parts = isJsonObject(properties) ? properties : {}
  const names = [...new Set([...Object.keys(parts), ...[required ?? []].flat()])]
  return Object.fromEntries(
    names.map((name) => [String(name), sampleOf(parts[String(name)] ?? 'sample', depth + 1)])
  )
}
