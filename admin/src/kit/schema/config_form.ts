import { parseJson } from '../json/exact_json.js'
import { partKind, type JsonSchema } from './json_schema.js'

/** The API's placeholder for a secret that is set. Sent back, it means "unchanged". */
export const MASK = '••••••••'

type Values = Record<string, unknown>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const partsOf = (schema: JsonSchema) => Object.entries(schema.properties ?? {})

/** A configuration as values for `SchemaFields`: JSON as text, secrets empty. */
export function toFields(schema: JsonSchema, config: unknown): Values {
  const stored = isValues(config) ? config : {}
  const fields = partsOf(schema).map(([name, part]) => [name, toField(part, stored[name])])
  return Object.fromEntries(fields) as Values
}

function toField(part: JsonSchema, value: unknown): unknown {
  const given = value ?? part.default
  switch (partKind(part)) {
    case 'secret':
      return ''
    case 'group':
      return toFields(part, given)
    case 'json':
      return given === undefined ? '' : JSON.stringify(given, null, 2)
    case 'choices':
    case 'texts':
    case 'people':
    case 'roles':
    case 'events':
      return given ?? []
    case 'switch':
      return given ?? false
    case 'number':
      return given ?? null
    default:
      return given ?? ''
  }
}

/**
 * The configuration to send: empty fields are left out, and a secret that was not entered again is sent as its
 * mask. Values without a field in the schema stay unchanged. Lists of texts may be entered as one text with
 * commas.
 */
export function toConfig(schema: JsonSchema, fields: unknown, stored?: unknown): Values {
  const before = isValues(stored) ? stored : {}
  const entered = isValues(fields) ? fields : {}
  const config: Values = Object.fromEntries(
    Object.entries(before).filter(([name]) => !schema.properties || !(name in schema.properties))
  )
  for (const [name, part] of partsOf(schema)) {
    const value = toPart(part, entered[name], before[name])
    if (value !== undefined) config[name] = value
  }
  return config
}

function toPart(part: JsonSchema, field: unknown, before: unknown): unknown {
  switch (partKind(part)) {
    case 'secret':
      return field === '' || field === null || field === undefined
        ? before === MASK
          ? MASK
          : undefined
        : field
    case 'group': {
      const inner = toConfig(part, field, before)
      return Object.keys(inner).length > 0 ? inner : undefined
    }
    case 'json':
      return typeof field === 'string' && field.trim() ? parseJson(field) : undefined
    case 'choices':
      return field ?? undefined
    case 'texts':
    case 'people':
    case 'roles':
    case 'events': {
      const texts = typeof field === 'string' ? splitList(field) : (field ?? [])
      return (texts as unknown[]).length > 0 ? texts : undefined
    }
    default:
      return field === '' || field === null ? undefined : field
  }
}

/** Entries of a comma-separated text, trimmed, without empty ones. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
