const REPLACEMENT = '\ufffd'
/** Bidi controls display text in a different order. */
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/gu
/** Control characters that JSON does not escape. */
const CONTROL_IN_JSON = /[\u007f-\u009f\p{Bidi_Control}]/gu
const ESCAPE = String.fromCharCode(27)
const COLOR_OR_CONTROL = new RegExp(`${ESCAPE}\\[\\d+m|${CONTROL.source}`, 'gu')

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

/** Bytes for people: `0 B`, `1.2 KB`, `20 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${UNITS[unit]}`
}

/** Milliseconds as the console shows them: `840 ms`, `3.2 s`, `1.5 min`. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return ''
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`
}

const STEPS: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** A time relative to now: `3 minutes ago`, `yesterday`. */
export function formatRelative(iso: string | null, now = Date.now()): string {
  if (!iso) return ''
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000)
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  return words.format(Math.trunc(seconds / size), unit)
}

/** A value as JSON for programs, safe to show on a terminal as well. */
export function printableJson(value: unknown, indent?: number): string {
  const json = `${JSON.stringify(value, null, indent)}`
  return json.replace(
    CONTROL_IN_JSON,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}

/** Escapes foreign text for a terminal: control characters could move the cursor or fake output. */
export function printable(text: string): string {
  return text.replace(CONTROL, REPLACEMENT)
}

/** Like `printable`, for a line of printable parts with our own colors. */
export function printableLine(line: string): string {
  return line.replace(COLOR_OR_CONTROL, (found) => (found.length > 1 ? found : REPLACEMENT))
}
