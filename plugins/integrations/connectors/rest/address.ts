import { queryText } from '@crossdock/kernel/egress'
import { CallRefused } from '../../placeholders/call_refused.js'
import { fillDeep, fillText, textOf } from '../../placeholders/values.js'
import type { CallValues } from '../../contracts/index.js'

/**
 * The address of a call. It keeps the query as typed, and percent-encodes only characters that a query cannot
 * contain. `URLSearchParams` would rewrite the query, which breaks signed links and OData.
 */
export class Address {
  readonly #path: string
  #query: string | undefined

  /** @param queries of the base URL and of the path; undefined if there is none */
  constructor(path: string, ...queries: (string | undefined)[]) {
    this.#path = path
    for (const query of queries) if (query !== undefined) this.#append(queryText(query))
  }

  get href(): string {
    return this.#query === undefined ? this.#path : `${this.#path}?${this.#query}`
  }

  /**
   * Appends a parameter, and removes others of the same name.
   * @param value percent-encoded
   */
  set(name: string, value: string): void {
    const others = (this.#query ?? '').split('&').filter((part) => nameOf(part) !== name)
    this.#query = others.join('&')
    this.#append(`${typed(name).replaceAll('=', '%3D')}=${value}`)
  }

  #append(part: string): void {
    const before = this.#query ?? ''
    this.#query =
      before === '' || part === '' || before.endsWith('&') ? before + part : `${before}&${part}`
  }
}

/** Replaces "%" in values until the text around them is encoded. Templates must not contain it. */
const mark = '\u0001'

/**
 * Returns the percent-encoded value of a query parameter. Typed text is encoded only where necessary.
 * Placeholder values are encoded completely, so that none of their characters counts as part of the template.
 * @throws CallRefused
 */
export function parameter(template: unknown, values: CallValues): string {
  if (typeof template !== 'string') return encoded(textOf(fillDeep(template, values)))
  if (template.includes(mark)) {
    throw new CallRefused('A query parameter holds the control character U+0001. Remove it.')
  }
  const filled = fillText(template, values, (value) => encoded(value).replaceAll('%', mark))
  return typed(filled).replaceAll('%01', '%')
}

/**
 * Percent-encodes all special characters of a value.
 * @throws CallRefused for text that UTF-8 cannot represent
 */
export function encoded(value: string): string {
  if (value.isWellFormed()) return encodeURIComponent(value)
  throw new CallRefused(
    'A value for the address holds half of a surrogate pair, which cannot be sent.'
  )
}

/** Encodes the parameter separators in a text that a person typed as one parameter. */
const typed = (text: string): string => queryText(text.replace(/[%&+#]/g, encodeURIComponent))

function nameOf(part: string): string {
  const name = (part.split('=', 1)[0] ?? '').replaceAll('+', ' ')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
