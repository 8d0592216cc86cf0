/** How a value of metadata is typed in. What has no line of its own (lists, objects) is JSON. */
export type MetadataKind = 'text' | 'number' | 'boolean' | 'json'

export const metadataKinds: readonly MetadataKind[] = ['text', 'number', 'boolean', 'json']

export interface MetadataField {
  key: string
  kind: MetadataKind
  value: string
}

type Metadata = Record<string, unknown>

const kindOf = (value: unknown): MetadataKind => {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'json'
}

export const fieldsOf = (metadata: Metadata): MetadataField[] =>
  Object.entries(metadata).map(([key, value]) => ({
    ...{ key, kind: kindOf(value) },
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))

/** Whether it can be kept as what it is said to be. */
export function isValid({ kind, value }: MetadataField): boolean {
  if (kind === 'text') return true
  if (kind === 'number') return value.trim() !== '' && Number.isFinite(Number(value))
  if (kind === 'boolean') return value === 'true' || value === 'false'
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

export const metadataOf = (fields: readonly MetadataField[]): Metadata =>
  Object.fromEntries(fields.map((field) => [field.key.trim(), valueOf(field)]))

const valueOf = ({ kind, value }: MetadataField): unknown => {
  if (kind === 'text') return value
  return kind === 'number' ? Number(value) : JSON.parse(value)
}
