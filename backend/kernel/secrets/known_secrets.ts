import { queryText } from '../ground/query_text.js'
import { isNested, isNumber } from '../json/index.js'
import { decodedViews } from './decoded_view.js'
import { MASK } from './mask.js'
import { occurrences } from './occurrences.js'

type Span = [from: number, to: number]

/** Shorter secrets occur inside words by chance, so they are masked only as separate words. */
const minLength = 4
/** A text is searched for a form only when it contains this many of the form's first characters. */
const comparedLength = 16
const letter = /[\p{L}\p{N}_]/u
/** Shorter secrets are often ordinary words of other texts (`4711`, `Ghent`). */
const longFrom = 8

/**
 * Finds secrets in all forms that a text may contain: plain, JSON, URL, HTML, host, base64, hex, lower and
 * upper case. The time to search a text grows with its length and with the number of secrets whose beginning
 * occurs in it.
 */
export class KnownSecrets {
  static readonly none = new KnownSecrets([])

  readonly #forms: ReadonlySet<string>
  /** Forms by their first characters. */
  readonly #byStart = new Map<string, string[]>()
  readonly #short: string[] = []
  readonly #secrets: readonly string[]
  #long: KnownSecrets | undefined

  /** @param more further secrets to search for */
  constructor(
    secrets: Iterable<string>,
    private readonly more?: KnownSecrets
  ) {
    this.#secrets = [...secrets]
    this.#forms = new Set(this.#secrets.flatMap(formsOf))
    for (const form of this.#forms) {
      if (form.length < minLength) this.#short.push(form)
      else {
        const start = form.slice(0, minLength)
        const forms = this.#byStart.get(start)
        if (forms) forms.push(form)
        else this.#byStart.set(start, [form])
      }
    }
  }

  get isEmpty(): boolean {
    return this.#forms.size === 0 && (this.more?.isEmpty ?? true)
  }

  /** The secrets of at least eight characters. A text rarely contains one of them by chance. */
  get long(): KnownSecrets {
    this.#long ??= new KnownSecrets(
      this.#secrets.filter((secret) => secret.length >= longFrom),
      this.more?.long
    )
    return this.#long
  }

  /** A copy with additional secrets. */
  with(secrets: Iterable<string>): KnownSecrets {
    return new KnownSecrets(secrets, this)
  }

  /**
   * The first characters of a text with every occurrence masked. All occurrences are searched in the original
   * text, so that overlapping ones are masked completely.
   */
  maskText(text: string, chars = text.length): string {
    if (this.isEmpty) return text.slice(0, chars)
    let masked = ''
    let at = 0
    for (const [from, to] of merged(this.#spans(text, chars))) {
      masked += text.slice(at, from) + MASK
      at = to
    }
    return masked + text.slice(at, Math.max(at, chars))
  }

  /** A copy of JSON with every occurrence masked, also in names and numbers. */
  mask<T>(value: T): T {
    return this.isEmpty ? value : (this.#mask(value) as T)
  }

  /** Whether a number, written as text, is a secret. */
  isOne(number: unknown): boolean {
    return this.#forms.has(String(number)) || (this.more?.isOne(number) ?? false)
  }

  #mask(value: unknown): unknown {
    if (typeof value === 'string') return this.maskText(value)
    if (isNumber(value)) return this.isOne(value) ? MASK : value
    if (!isNested(value)) return value
    if (Array.isArray(value)) return value.map((item) => this.#mask(item))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [this.maskText(name), this.#mask(item)])
    )
  }

  /** The occurrences that begin within the first characters, in the text as written and with its escapes decoded. */
  #spans(text: string, chars: number): Span[] {
    const found = this.#spansIn(text, chars)
    for (const view of decodedViews(text)) {
      for (const [from, to] of this.#spansIn(view.text, view.text.length)) {
        const span: Span = [view.startOf(from), view.endOf(to)]
        if (span[0] < chars) found.push(span)
      }
    }
    return found
  }

  #spansIn(text: string, chars: number): Span[] {
    const found = this.more ? this.more.#spansIn(text, chars) : []
    for (const form of this.#begunIn(text, chars)) {
      for (const at of occurrences(form, text)) if (at < chars) found.push([at, at + form.length])
    }
    for (const form of this.#short) {
      for (let at = text.indexOf(form); at !== -1 && at < chars; at = text.indexOf(form, at + 1)) {
        const span: Span = [at, at + form.length]
        if (standsAlone(text, span)) found.push(span)
      }
    }
    return found
  }

  /** The forms whose first characters occur in a text. They are few, and the text is searched for each of them. */
  #begunIn(text: string, chars: number): Set<string> {
    const begun = new Set<string>()
    if (this.#byStart.size === 0) return begun
    for (let at = 0; at < chars && at <= text.length - minLength; at++) {
      for (const form of this.#byStart.get(text.slice(at, at + minLength)) ?? []) {
        if (!begun.has(form) && text.startsWith(form.slice(0, comparedLength), at)) begun.add(form)
      }
    }
    return begun
  }
}

/** Joins overlapping spans. */
function merged(found: Span[]): Span[] {
  const spans: Span[] = []
  for (const [from, to] of found.sort(([one], [other]) => one - other)) {
    const last = spans.at(-1)
    if (last && from < last[1]) last[1] = Math.max(last[1], to)
    else spans.push([from, to])
  }
  return spans
}

const standsAlone = (text: string, [from, to]: Span) =>
  !letter.test(text.charAt(from - 1)) && !letter.test(text.charAt(to))

function formsOf(secret: string): string[] {
  if (secret === '') return []
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const forms = [
    secret,
    secret.trim(),
    secret.toLowerCase(),
    secret.toUpperCase(),
    secret.normalize('NFC'),
    secret.normalize('NFD'),
    // Node reads headers as Latin-1, also when they hold UTF-8.
    bytes.toString('latin1'),
    Buffer.from(secret, 'latin1').toString('base64'),
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    inQuery(secret),
    queryText(secret),
    ...inAddresses(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    hex,
    hex.toUpperCase(),
  ]
  return [...new Set(forms)].filter((form) => form !== '')
}

const inQuery = (secret: string) => new URLSearchParams({ v: secret }).toString().slice(2)

/** The forms of a secret as a host and in a path. */
function inAddresses(secret: string): string[] {
  const inPath = `http://h/${secret}`
  const forms = URL.canParse(inPath) ? [new URL(inPath).pathname.slice(1)] : []
  for (const address of [secret, `http://${secret}`]) {
    if (!URL.canParse(address)) continue
    const { host, href } = new URL(address)
    forms.push(host, href)
  }
  return forms
}
