type Schema = Record<string, unknown> & {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  minLength?: number
  minimum?: number
}

/** A value that the validator's schema accepts. */
export function sample(described: object, name = 'value'): unknown {
  const schema = described as Schema
  if (schema.enum) return schema.enum.find((value) => value !== null)
  const [variant] = schema.anyOf ?? schema.oneOf ?? []
  if (variant) return sample(variant, name)
  const type = Array.isArray(schema.type) ? schema.type.find((t) => t !== 'null') : schema.type
  if (type === 'object' || schema.properties) {
    const entries = Object.entries(schema.properties ?? {})
    return Object.fromEntries(entries.map(([key, value]) => [key, sample(value, key)]))
  }
  if (type === 'array') return schema.items ? [sample(schema.items, name)] : []
  if (type === 'number' || type === 'integer') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (schema.format === 'email') return 'someone@globex.example'
  if (schema.format === 'uri' || schema.format === 'url') return 'https://globex.example'
  if (schema.format === 'date-time') return '2030-01-01T00:00:00.000Z'
  return name.padEnd(schema.minLength ?? 1, 'x')
}

/** A body that the schema accepts, sent by a caller of that tenant. */
export function sampleBody(schema: object, tenantId: string): object {
  const body = sample(schema) as Record<string, unknown>
  return 'tenantId' in body ? { ...body, tenantId } : body
}

/**
 * Every path of keys in `value` that refers to an object: `parentId`, `assetIds`, … (a plain `id` in a body is
 * its own name, like that of a step).
 */
export function idPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => {
    const here = [...path, key]
    const named = /Ids?$/.test(key) || /^ids$|Ids$/.test(path.at(-1) ?? '')
    return named && typeof item !== 'object' ? [here] : idPaths(item, here)
  })
}

/** A copy of `value` with the item at `path` replaced. */
export function withItem(value: unknown, path: string[], item: unknown): unknown {
  const copy = structuredClone(value) as Record<string, unknown>
  let place = copy
  for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>
  place[path.at(-1)!] = item
  return copy
}
