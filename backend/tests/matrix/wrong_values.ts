type Schema = { type?: string | string[]; properties?: Record<string, Schema>; anyOf?: Schema[] }

export interface Field {
  path: string[]
  type: string
}

/** Every typed field of a body's schema, including nested ones. */
export function fieldsOf(described: object, path: string[] = []): Field[] {
  const schema = described as Schema
  const { properties } = schema.properties
    ? schema
    : (schema.anyOf?.find((s) => s.properties) ?? {})
  return Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const type = Array.isArray(field.type) ? field.type.find((t) => t !== 'null') : field.type
    const here = [...path, name]
    return [...(type ? [{ path: here, type }] : []), ...fieldsOf(field, here)]
  })
}

/** A value that no conversion of a validator accepts for the type. */
export function wrongFor(type: string): unknown {
  return type === 'object' || type === 'array' ? 'neither object nor list' : { not: 'a scalar' }
}

/** Values that break careless code. Any status except 5xx is accepted. */
export const nasty: unknown[] = [
  null,
  '',
  'x'.repeat(100_000),
  '\u0000',
  '\ud800',
  "'; drop table users; --",
  '../../etc/passwd',
  -1,
  Number.MAX_SAFE_INTEGER + 2,
  1e308,
  [],
  {},
  [[[[]]]],
  { __proto__: null, constructor: 'x', toString: 1 },
]
