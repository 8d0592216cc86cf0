import { redact, redactStart, type KnownSecrets } from '@crossdock/kernel/secrets'
import { ExactNumber } from '@crossdock/kernel/json'
import { isRecord } from '../placeholders/values.js'

/** Maximum size of a part (such as a body) in a log row; longer parts are cut. */
export const LOG_CHARS = 16 * 1024
/** Maximum size of a part for later steps. */
export const OUTPUT_CHARS = 64 * 1024

/** Returns request or response data for storage: secrets masked, parts longer than `maxChars` cut. */
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
 * Returns a response for people and programs. Numbers that most JSON readers would round (`7615917337495231251`)
 * become texts. Steps and the database keep them as numbers.
 */
export function withNumbersAsTexts(value: unknown): unknown {
  if (value instanceof ExactNumber) return String(value)
  if (Array.isArray(value)) return value.map(withNumbersAsTexts)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withNumbersAsTexts(entry)])
  )
}

/** Returns response data for a later step: nothing masked, parts longer than `maxChars` cut. */
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

/** Returns a value for storage: masked and limited in length. */
export function bounded(part: unknown, known: KnownSecrets, maxChars: number): unknown {
  const text = textOf(part)
  if (text.length <= maxChars) return storable(redact(part, known))
  const preview = startOf(part, LOG_CHARS, known)
  return { truncated: true, size: Buffer.byteLength(text), preview: storable(preview) }
}

/**
 * Returns the start of a value as text. Objects and lists are masked before they are cut. Otherwise values under
 * secret names, and JSON in texts, would not be recognized.
 */
function startOf(part: unknown, chars: number, known: KnownSecrets): string {
  // The masked text may be shorter than the original, so read twice as much.
  const masked =
    typeof part === 'string' ? redactStart(part, 2 * chars, known) : textOf(redact(part, known))
  return masked.slice(0, chars)
}

/** Maximum number of characters of a body in the content store. */
const mostStored = 1024 * 1024

export interface WholeBody {
  text: string
  /** json: a value as JSON. text: a text, unchanged. start: only the beginning. */
  form: 'json' | 'text' | 'start'
}

/** Returns a masked body that is too long for the row; undefined for shorter ones. A very long body is cut. */
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

/** Returns the masked value if it fits completely into a row; otherwise undefined. */
export function wholeOnly(value: unknown, known: KnownSecrets): unknown {
  const { length } = textOf(value)
  return length > 0 && length <= LOG_CHARS ? storable(redact(value, known)) : undefined
}

/** Returns a value as text; empty if the value is nested too deeply to serialize. Masking cuts these values. */
function textOf(part: unknown): string {
  if (typeof part === 'string') return part
  try {
    return JSON.stringify(part) ?? ''
  } catch {
    return ''
  }
}

/** Removes characters that a JSON column cannot hold: NUL and unpaired surrogates. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd')
  if (Array.isArray(value)) return value.map(storable)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([name, entry]) => [storable(name), storable(entry)])
  return Object.fromEntries(entries)
}
