import { redact, redactStart } from '@crossdock/kernel/secrets'
import { isRecord } from './values.js'

/** Longest part (a body, say) kept in a log row, and what is kept of longer ones. */
export const LOG_CHARS = 16 * 1024
/** Longest part handed to later steps. */
export const OUTPUT_CHARS = 64 * 1024

/** Request or response data as they are kept: secrets masked, each part longer than `maxChars` cut. */
export function shownData(
  data: Record<string, unknown> | null,
  secrets: Iterable<string>,
  maxChars: number
): Record<string, unknown> | null {
  if (data === null) return null
  const known = [...secrets]
  const parts = Object.entries(data).map(([name, part]) => [name, bounded(part, known, maxChars)])
  return Object.fromEntries(parts)
}

/** A value as it is kept: masked, and no longer than that. */
export function bounded(part: unknown, known: string[], maxChars: number): unknown {
  const text = textOf(part)
  if (text.length <= maxChars) return storable(redact(part, known))
  // Masks are shorter than secrets: twice as much is looked at.
  const preview = redactStart(text, 2 * LOG_CHARS, known).slice(0, LOG_CHARS)
  return { truncated: true, size: Buffer.byteLength(text), preview: storable(preview) }
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
