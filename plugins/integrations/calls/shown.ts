import { redact, redactStart, type KnownSecrets } from '@crossdock/kernel/secrets'
import { ExactNumber } from '@crossdock/kernel/json'
import { isRecord } from './values.js'

/** Longest part (a body, say) kept in a log row, and what is kept of longer ones. */
export const LOG_CHARS = 16 * 1024
/** Longest part handed to later steps. */
export const OUTPUT_CHARS = 64 * 1024

/** Request or response data as they are kept: secrets masked, each part longer than `maxChars` cut. */
export function shownData(
  data: Record<string, unknown> | null,
  secrets: KnownSecrets,
  maxChars: number
): Record<string, unknown> | null {
  if (data === null) return null
  const parts = Object.entries(data).map(([name, part]) => [name, bounded(part, secrets, maxChars)])
  return Object.fromEntries(parts)
}

/**
 * A response as people and programs read it: numbers that most readers of JSON would change (`7615917337495251231`) as texts.
 * Steps and the database have them as numbers.
 */
export function withNumbersAsTexts(value: unknown): unknown {
  if (value instanceof ExactNumber) return String(value)
  if (Array.isArray(value)) return value.map(withNumbersAsTexts)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withNumbersAsTexts(entry)])
  )
}

/** Response data as a later step reads them: nothing masked, each part longer than `maxChars` cut. */
export function readableData(
  data: Record<string, unknown> | null,
  maxChars: number
): Record<string, unknown> | null {
  if (data === null) return null
  const parts = Object.entries(data).map(([name, part]) => {
    const text = textOf(part)
    if (text.length <= maxChars) return [name, storable(part)]
    const preview = storable(text.slice(0, LOG_CHARS))
    return [name, { truncated: true, size: Buffer.byteLength(text), preview }]
  })
  return Object.fromEntries(parts)
}

/** A value as it is kept: masked, and no longer than that. */
export function bounded(part: unknown, known: KnownSecrets, maxChars: number): unknown {
  const text = textOf(part)
  if (text.length <= maxChars) return storable(redact(part, known))
  const preview = startOf(part, LOG_CHARS, known)
  return { truncated: true, size: Buffer.byteLength(text), preview: storable(preview) }
}

/**
 * The start of a value as text. Objects and lists are masked before they are cut: values under telling names, and JSON in
 * texts, are recognized as in short ones.
 */
function startOf(part: unknown, chars: number, known: KnownSecrets): string {
  // Masks are shorter than secrets: twice as much is looked at.
  const masked =
    typeof part === 'string' ? redactStart(part, 2 * chars, known) : textOf(redact(part, known))
  return masked.slice(0, chars)
}

/** Most characters of a body that are stored beside its row. */
const mostStored = 1024 * 1024

export interface WholeBody {
  text: string
  /** A value as JSON, a text as it is, or the start of either. */
  form: 'json' | 'text' | 'start'
}

/** A body that its row holds cut, masked as it is there; undefined for one that the row holds whole. */
export function wholeBody(
  data: Record<string, unknown> | null,
  known: KnownSecrets
): WholeBody | undefined {
  const body = data?.body
  const text = textOf(body)
  if (text.length <= LOG_CHARS) return undefined
  const storedText = (masked: string) => masked.toWellFormed()
  if (text.length > mostStored) {
    return { text: storedText(startOf(body, mostStored, known)), form: 'start' }
  }
  const form = typeof body === 'string' ? 'text' : 'json'
  return { text: storedText(textOf(redact(body, known))), form }
}

/** A value masked, where a row can hold the whole of it. */
export function wholeOnly(value: unknown, known: KnownSecrets): unknown {
  const { length } = textOf(value)
  return length > 0 && length <= LOG_CHARS ? storable(redact(value, known)) : undefined
}

/** Empty for what is nested too deeply to be written; masking cuts its depth. */
function textOf(part: unknown): string {
  if (typeof part === 'string') return part
  try {
    return JSON.stringify(part) ?? ''
  } catch {
    return ''
  }
}

/** Without what a JSON column cannot hold: NUL and halves of surrogate pairs. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd')
  if (Array.isArray(value)) return value.map(storable)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([name, entry]) => [storable(name), storable(entry)])
  return Object.fromEntries(entries)
}
