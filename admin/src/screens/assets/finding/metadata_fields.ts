import { ExactNumber, parseJson } from '@crossdock/admin/kit'

/** How a metadata value is entered. Lists and objects are entered as JSON. */
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
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'json'
}

export const fieldsOf = (metadata: Metadata): MetadataField[] =>
  Object.entries(metadata).map(([key, value]) => ({
    key,
    kind: kindOf(value),
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))

/** Whether the text is valid for its type. */
export function isValid({ kind, value }: MetadataField): boolean {
  if (kind === 'text') return true
  if (kind === 'number') return numberOf(value) !== undefined
  if (kind === 'boolean') return value === 'true' || value === 'false'
  try {
    parseJson(value)
    return true
  } catch {
    return false
  }
}

export const metadataOf = (fields: readonly MetadataField[]): Metadata =>
  Object.fromEntries(fields.map((field) => [field.key.trim(), valueOf(field)]))

const valueOf = ({ kind, value }: MetadataField): unknown => {
  if (kind === 'text') return value
  return kind === 'number' ? numberOf(value) : parseJson(value)
}

/** The number in a typed text, which need not be JSON: `.5`. Undefined for any other text. */
function numberOf(typed: string): number | ExactNumber | undefined {
  try {
    const value = parseJson(typed)
    if (typeof value === 'number' || value instanceof ExactNumber) return value
  } catch {
    // The text may still be a number that is no JSON, such as `.5`.
  }
  const number = Number(typed)
  return typed.trim() !== '' && Number.isFinite(number) ? number : undefined
}
