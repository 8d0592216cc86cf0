import { plainFormats, type PlainFormats } from './plain_formats.js'

// One page is read in one language: when another is chosen, all of it is drawn anew.
let locale = 'en'
let justNow = ''
let zone: string | undefined
let formats = new Map<object, unknown>()

/**
 * The language that dates, numbers, sizes and relative times are written in from now on: as in the
 * reader's own country when the browser names it (`de-AT` for `de`).
 * @param now what is said of a moment that has hardly passed
 */
export function setLanguage(language: string, now: string): void {
  const regional = navigator.languages.find((tag) => tag.split('-')[0] === language)
  locale = regional && isTag(regional) ? regional : language
  justNow = now
  formats = new Map()
}

/**
 * The time zone that dates and times are written in from now on; that of the browser without one, or when it does not
 * know it.
 */
export function setTimeZone(name: string | undefined): void {
  const chosen = name === undefined || name === ownZone() ? undefined : known(name)
  if (chosen === zone) return
  zone = chosen
  formats = new Map()
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function known(name: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    return undefined
  }
}

/** The time zone to write in; undefined where it is the browser's. */
export const timeZone = (): string | undefined => zone

// A browser may name what its system calls a language: `en-US@posix`.
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/** What is said of a moment that has hardly passed. */
export const nowText = (): string => justNow

/** Whether people read English, for which the product has its own way of writing figures. */
export const readsEnglish = (): boolean => locale.split('-')[0] === 'en'

/** How the language of the page writes what is everywhere; undefined where only the browser knows. */
export const plain = (): PlainFormats | undefined => plainFormats[locale]

/** Gives a format in the language of the page, made once: a table asks for it in each of its cells. */
export function cached<Format>(make: (locale: string) => Format): () => Format {
  return () => {
    let format = formats.get(make) as Format | undefined
    if (!format) formats.set(make, (format = make(locale)))
    return format
  }
}
