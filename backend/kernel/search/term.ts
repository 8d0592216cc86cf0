import { fieldStart } from '../database/text_index/text_index.js'
import { fold } from '../ground/fold.js'

/** A pattern for `like … escape '\'` that contains the text literally. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Characters after which a word begins, in addition to the beginning of a text. */
const breaks = [' ', '-', '_', '.', '/', '@', ':', '(', ',', '\n']
/** Scripts without separators between words. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** Length of the indexed parts. */
export const indexedLength = 3

/** A search term. */
export interface Term {
  /** Folded by `fold`. */
  text: string
  /** In characters, not in UTF-16 units. */
  length: number
  /**
   * Characters that may precede the term: one or two characters match at word beginnings only. Empty if any
   * position matches.
   */
  follows: readonly string[]
}

export function termOf(value: unknown): Term {
  const text = fold(String(value))
  const { length } = [...text]
  if (length >= indexedLength || unspaced.test(text)) return { text, length, follows: [] }
  return { text, length, follows: length === 2 ? breaks : [fieldStart] }
}

/** At most this many words are searched separately; the last one takes the rest of the text. */
const maxWords = 6

const isShort = (word: string) => [...fold(word)].length < indexedLength && !unspaced.test(word)

/**
 * Splits a typed text into words. Short words match at the beginning of a word. If all words are short, the
 * text is one term, because single letters and digits occur everywhere.
 */
export function termsIn(typed: string): Term[] {
  const found = [...typed.matchAll(/\S+/gu)]
  const words = found.slice(0, maxWords).map(([word]) => word)
  const last = found[maxWords - 1]
  if (last && found.length > maxWords) words[maxWords - 1] = typed.slice(last.index).trim()
  if (words.length === 0) return []
  if (words.every(isShort)) return [termOf(typed.trim())]
  return words.map((word) => (isShort(word) ? { ...termOf(word), follows: breaks } : termOf(word)))
}

const escapedInClass = (characters: readonly string[]) =>
  // The hyphen comes last, where it is literal.
  [...characters].sort((one, other) => Number(one === '-') - Number(other === '-')).join('')

/** A SQLite `glob` pattern for the term at word beginnings. */
export function globPattern({ text, follows }: Term): string {
  const literal = text.replace(/[*?[]/g, '[$&]')
  return follows.length === 1
    ? `*${follows[0]}${literal}*`
    : `*[${escapedInClass(follows)}]${literal}*`
}

/** A PostgreSQL `~` pattern for the term at word beginnings. */
export function regexPattern({ text, follows }: Term): string {
  const literal = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return follows.length === 1 ? `${follows[0]}${literal}` : `[${escapedInClass(follows)}]${literal}`
}
