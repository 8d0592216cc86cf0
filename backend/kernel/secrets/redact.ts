import { isNumber } from '../json/index.js'
import { MASK } from './mask.js'
import { KnownSecrets } from './known_secrets.js'

/** The deepest JSON that is read from outside; logged objects may also contain themselves. */
const MAX_DEPTH = 500
const SECRET_NAME =
  /authorization|cookie|passw(or)?d|passphrase|secret|token|api_?key|access_?key|private_?key|credential|signature|^pwd$|^pin$|^otp$|^jwt$|^sid$/
/** Names that describe a secret but do not contain it. */
const HARMLESS_NAME =
  /(token_?(type|url|uri|endpoint|count)|(secret|password|token|key)_?(expires|expiry|length)\w*)$/

/** The lookbehind keeps this linear on long texts without any pair. */
const NAME_IN_TEXT = /(?<![\w.-])([\w.-]+)(?:\\{0,15}["'])?\s*[=:]\s*/g
/** The first alternative matches a JSON string inside a JSON string: `\"s3cr3t\"`. */
const VALUE_IN_TEXT = /(\\+)"[^]*?(?:(?<!\\)\1"|$)|"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s&;,"'}\]]+/y
const NESTED_IN_TEXT = /"(?:[^"\\]|\\.)*"?|[{}[\]]/g
const SCHEME_IN_TEXT = /\b(Bearer|Basic)\s+([\w.~+/=-]{4,})/gi

/**
 * A copy of a value for the log with its secrets masked: values under secret names (authorization, cookie,
 * token, …), these pairs inside texts (forms, query strings, truncated JSON), and every occurrence of the known
 * secrets in all forms of `KnownSecrets`, also in names.
 */
export function redact<T>(value: T, secrets: KnownSecrets | Iterable<string> = []): T {
  return redactAny(value, knownIn(secrets), 0, new WeakSet()) as T
}

/**
 * The first characters of a text, masked in the same way. A secret that begins in them and continues after them
 * is masked completely.
 */
export function redactStart(
  text: string,
  chars: number,
  secrets: KnownSecrets | Iterable<string>
): string {
  return redactText(text, knownIn(secrets), chars)
}

const knownIn = (secrets: KnownSecrets | Iterable<string>): KnownSecrets =>
  secrets instanceof KnownSecrets ? secrets : new KnownSecrets(secrets)

function redactAny(
  value: unknown,
  known: KnownSecrets,
  depth: number,
  seen: WeakSet<object>
): unknown {
  if (typeof value === 'string') return redactText(value, known)
  if (isNumber(value)) return known.isOne(value) ? MASK : value
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`
  if (depth >= MAX_DEPTH || seen.has(value)) return '[not shown]'
  seen.add(value)
  const inside = (entry: unknown) => redactAny(entry, known, depth + 1, seen)
  const copy = Array.isArray(value)
    ? value.map(inside)
    : Object.fromEntries(
        Object.entries(value).map(([name, entry]) => [
          known.maskText(name),
          isSecretName(name) ? hide(entry) : inside(entry),
        ])
      )
  seen.delete(value)
  return copy
}

/** A flag or an absent value under a secret name is no secret, and helps the reader. */
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

function redactText(text: string, known: KnownSecrets, chars = text.length): string {
  const masked = known.maskText(text, chars)
  return maskPairs(
    masked.replace(SCHEME_IN_TEXT, (found, scheme: string, word: string, at: number) =>
      isCredential(word) || isHeaderValue(masked, found, at) ? `${scheme} ${MASK}` : found
    )
  )
}

/** Whether the word after "Bearer" or "Basic" is more than the next word of a sentence or a name. */
const isCredential = (word: string): boolean =>
  word.length >= 20 || (word.length >= 8 && /\d|=|[a-z][A-Z]|[A-Z]{2}/.test(word))

/**
 * Whether the text found is the value of a header: after the header's name, or alone. Names such as "Basic
 * plan" also occur alone.
 */
const isHeaderValue = (text: string, found: string, at: number): boolean =>
  /[:=]\s{0,9}\\?["']?$/.test(text.slice(Math.max(0, at - 12), at)) ||
  (found === text.trim() && /^bearer/i.test(found))

function maskPairs(text: string): string {
  let result = ''
  let copied = 0
  for (const pair of text.matchAll(NAME_IN_TEXT)) {
    const start = pair.index + pair[0].length
    if (pair.index < copied || !isSecretName(pair[1] ?? '')) continue
    const value = valueAt(text, start)
    if (value === undefined || /^(null|true|false)$/.test(value)) continue
    const quote = value.startsWith('"') || value.startsWith("'") ? value.charAt(0) : ''
    result += text.slice(copied, start) + quote + MASK + quote
    copied = start + value.length
  }
  return result + text.slice(copied)
}

/**
 * The value that begins at a position: a text, a word, or a whole JSON object or list, up to the end if it is
 * truncated.
 */
function valueAt(text: string, start: number): string | undefined {
  if (!/[{[]/.test(text.charAt(start))) {
    VALUE_IN_TEXT.lastIndex = start
    return VALUE_IN_TEXT.exec(text)?.[0]
  }
  let depth = 0
  NESTED_IN_TEXT.lastIndex = start
  for (let part = NESTED_IN_TEXT.exec(text); part; part = NESTED_IN_TEXT.exec(text)) {
    if (part[0] === '{' || part[0] === '[') depth++
    else if (part[0] === '}' || part[0] === ']') depth--
    if (depth === 0) return text.slice(start, NESTED_IN_TEXT.lastIndex)
  }
  return text.slice(start)
}
