import { ExactNumber, parseJson } from './exact_json.js'
import { isObject } from './json_text.js'

/** One name with its value as typed. */
export interface KeyValue {
  name: string
  value: string
  /** The value is text. Otherwise the typed value is JSON if it parses: 12, true, null. */
  isText: boolean
}

/** The rows of a JSON object of plain values; undefined for anything else, which needs the JSON editor. */
export function rowsOf(text: string | null | undefined): KeyValue[] | undefined {
  if (!text?.trim()) return []
  try {
    const value: unknown = parseJson(text)
    if (!isObject(value)) return undefined
    const parts = Object.entries(value)
    const isPlain = parts.every(([, part]) => typeof part !== 'object' || part === null)
    if (!isPlain || parts.some(([, part]) => part instanceof ExactNumber)) return undefined
    return parts.map(([name, part]) => ({
      name,
      value: typeof part === 'string' ? part : JSON.stringify(part),
      isText: typeof part === 'string',
    }))
  } catch {
    return undefined
  }
}

/** JSON of the rows. Rows without a name are left out; of two rows with one name, the last wins. */
export function textOf(rows: readonly KeyValue[]): string {
  const named = rows.filter(({ name }) => name.trim() !== '')
  if (named.length === 0) return ''
  const parts = named.map((row) => [row.name.trim(), valueOf(row)] as const)
  return JSON.stringify(Object.fromEntries(parts), null, 2)
}

function valueOf({ value, isText }: KeyValue): unknown {
  if (isText) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? value : parsed
  } catch {
    return value
  }
}
