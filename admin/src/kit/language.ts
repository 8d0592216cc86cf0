import { plainFormats, type PlainFormats } from './plain_formats.js'

// One page uses one language. When it changes, the whole page renders again.
let locale = 'en'
let justNow = ''
let zone: string | undefined
let formats = new Map<object, unknown>()

/**
 * Sets the language of dates, numbers, sizes and relative times, in the reader's own country when the browser
 * names it (`de-AT` for `de`).
 * @param now the text for a moment that has just passed
 */
export function setLanguage(language: string, now: string): void {
  const regional = navigator.languages.find((tag) => tag.split('-')[0] === language)
  locale = regional && isTag(regional) ? regional : language
  justNow = now
  formats = new Map()
}

/**
 * Sets the time zone of dates and times. Without a name, or with a name that the browser does not know, times are
 * in the browser's zone.
 */
export function setTimeZone(name: string | undefined): void {
  const chosen = name === undefined || name === ownZone() ? undefined : knownTimeZone(name)
  if (chosen === zone) return
  zone = chosen
  formats = new Map()
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function knownTimeZone(name: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    return undefined
  }
}

/** Returns the time zone to use; undefined for the browser's zone. */
export const timeZone = (): string | undefined => zone

// A browser may name its language in the system's format: `en-US@posix`.
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/** The text for a moment that has just passed. */
export const nowText = (): string => justNow

/** Whether the language is English, for which the console shortens numbers itself. */
export const isEnglish = (): boolean => locale.split('-')[0] === 'en'

/** The common formats of the page's language; undefined if only `Intl` has them. */
export const currentPlainFormats = (): PlainFormats | undefined => plainFormats[locale]

/** Returns a format in the page's language, created once, because a table uses it in every cell. */
export function cached<Format>(make: (locale: string) => Format): () => Format {
  return () => {
    let format = formats.get(make) as Format | undefined
    if (!format) formats.set(make, (format = make(locale)))
    return format
  }
}
