import type { ApiOperation, Schema } from './description.js'
import { resolved } from './schema_lines.js'

type Schemas = Map<string, Schema>

/** A value for an example that fits a schema, as far as the schema says. */
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

/** What an example of an operation sends. */
export interface Sent {
  path: string
  type: string | null
  /** Of JSON, and of a form. */
  body: unknown
}

/** The least that the operation takes. */
export function sentSample({ path, bodies, parameters }: ApiOperation, schemas: Schemas): Sent {
  const [type, schema] = bodies[0] ?? []
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema: shape }) => `${name}=${queryText(sampleOf(shape, schemas, name))}`)
  return {
    path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
    type: type ?? null,
    body: schema ? sampleOf(schema, schemas) : undefined,
  }
}

const queryText = (value: unknown) =>
  encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))
