import { MASK } from './mask.js'
import { maskKnown } from './mask_known.js'

const MAX_DEPTH = 24
const SECRET_NAME =
  /authorization|cookie|passw(or)?d|passphrase|secret|token|api_?key|access_?key|private_?key|credential|signature|^pwd$|^pin$|^otp$|^jwt$|^sid$/
/** Names that only speak about a secret. */
const HARMLESS_NAME =
  /(token_?(type|url|uri|endpoint|count)|(secret|password|token|key)_?(expires|expiry|length)\w*)$/

/** The lookbehind keeps this linear on long texts without any pair. */
const NAME_IN_TEXT = /(?<![\w.-])([\w.-]+)["']?\s*[=:]\s*/g
const VALUE_IN_TEXT = /"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s&;,"'}\]]+/y
const SCHEME_IN_TEXT = /\b(Bearer|Basic)\s+[\w.~+/=-]{4,}/gi

/**
 * A copy of anything about to be logged with its secrets masked: values under names that mean a secret
 * (authorization, cookie, token, …), such pairs inside texts (forms, query strings, JSON cut short), and every
 * occurrence of the given known secrets, plain, URL-encoded or in base64, also in names.
 */
export function redact<T>(value: T, knownSecrets: Iterable<string> = []): T {
  return redactAny(value, needlesOf(knownSecrets), 0, new WeakSet()) as T
}

/**
 * The first characters of a text, masked in the same way: of a secret that begins in them and goes on
 * behind them nothing is left.
 */
export function redactStart(text: string, chars: number, knownSecrets: Iterable<string>): string {
  return redactText(text, needlesOf(knownSecrets), chars)
}

function needlesOf(secrets: Iterable<string>): string[] {
  const needles = new Set<string>()
  for (const secret of secrets) {
    if (secret === '') continue
    for (const form of formsOf(secret)) needles.add(form)
  }
  return [...needles]
}

function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const base64 = Buffer.from(secret)
  return [
    secret,
    json,
    encodeURIComponent(secret),
    base64.toString('base64'),
    base64.toString('base64url'),
  ]
}

function redactAny(
  value: unknown,
  needles: string[],
  depth: number,
  seen: WeakSet<object>
): unknown {
  if (typeof value === 'string') return redactText(value, needles)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`
  if (depth >= MAX_DEPTH || seen.has(value)) return '[not shown]'
  seen.add(value)
  const inside = (entry: unknown) => redactAny(entry, needles, depth + 1, seen)
  const copy = Array.isArray(value)
    ? value.map(inside)
    : Object.fromEntries(
        Object.entries(value).map(([name, entry]) => [
          maskKnown(name, needles, name.length),
          isSecretName(name) ? hide(entry) : inside(entry),
        ])
      )
  seen.delete(value)
  return copy
}

/** A flag or an absent value under a telling name is no secret, and helps the reader. */
function hide(value: unknown): unknown {
  return value === null || value === undefined || typeof value === 'boolean' ? value : MASK
}

function isSecretName(name: string): boolean {
  const plain = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[-. ]/g, '_')
  return SECRET_NAME.test(plain) && !HARMLESS_NAME.test(plain)
}

function redactText(text: string, needles: string[], chars = text.length): string {
  const masked = maskKnown(text, needles, chars)
  return maskPairs(masked.replace(SCHEME_IN_TEXT, (_, scheme: string) => `${scheme} ${MASK}`))
}

function maskPairs(text: string): string {
  let result = ''
  let copied = 0
  for (const pair of text.matchAll(NAME_IN_TEXT)) {
    const start = pair.index + pair[0].length
    if (pair.index < copied || !isSecretName(pair[1] ?? '')) continue
    VALUE_IN_TEXT.lastIndex = start
    const value = VALUE_IN_TEXT.exec(text)?.[0]
    if (value === undefined || /^(null|true|false)$/.test(value)) continue
    const quote = value.startsWith('"') || value.startsWith("'") ? value.charAt(0) : ''
    result += text.slice(copied, start) + quote + MASK + quote
    copied = start + value.length
  }
  return result + text.slice(copied)
}
