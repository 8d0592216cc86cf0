/** The subset of JSON Schema that the API description uses. */
export interface Schema {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  default?: unknown
  examples?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  contentMediaType?: string
  $ref?: string
}

/** Named schemas of an API description. */
export type Schemas = ReadonlyMap<string, Schema>

/** Resolves a reference and unwraps a nullable schema. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  const { $ref, anyOf } = schema
  if ($ref) return schemas.get($ref.split('/').at(-1)!) ?? {}
  const [only, ...others] = (anyOf ?? []).filter(({ type }) => type !== 'null')
  if (!only || others.length > 0) return schema
  const inner = resolved(only, schemas)
  return { ...inner, type: [...[inner.type ?? 'object'].flat(), 'null'] }
}

/** An example value that fits a schema. */
export function sampleOf(schema: Schema, schemas: Schemas, name = '', depth = 0): unknown {
  const whole = resolved(schema, schemas)
  const { type, examples, items, properties, required = [], anyOf } = whole
  if (whole.const !== undefined) return whole.const
  if (whole.default !== undefined) return whole.default
  if (examples?.length) return examples[0]
  if (whole.enum?.length) return whole.enum.find((one) => typeof one === 'boolean') ?? whole.enum[0]
  if (anyOf?.[0]) return sampleOf(anyOf[0], schemas, name, depth + 1)
  switch ([type ?? 'object'].flat()[0]) {
    case 'string':
      return textFor(name, whole)
    case 'integer':
    case 'number':
      return Math.max(whole.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'array':
      return items && depth < 4 ? [sampleOf(items, schemas, name.replace(/s$/, ''), depth + 1)] : []
    default: {
      if (!properties || depth > 4) return {}
      const shown = Object.entries(properties).filter(
        ([field]) => required.includes(field) || required.length === 0
      )
      return Object.fromEntries(
        shown.map(([field, inner]) => [field, sampleOf(inner, schemas, field, depth + 1)])
      )
    }
  }
}

const id = '019a7c1e-5d20-7000-8000-3f2a9c41b7d0'

function textFor(name: string, { format }: Schema): string {
  if (format === 'date-time' || /(At|For)$/.test(name)) return '2026-12-02T14:04:11.000Z'
  if (format === 'email' || /email$/i.test(name)) return 'ada@acme.example'
  if (/^(id|ids)$|Ids?$/.test(name)) return id
  if (/url$/i.test(name)) return 'https://partner.example'
  if (/path$/i.test(name)) return '/arrivals'
  if (name === 'subdomain') return 'acme'
  if (name === 'token') return 'cdk_…'
  return /name$/i.test(name) ? 'Arrivals' : 'text'
}
