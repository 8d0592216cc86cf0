import { fieldStart } from '../database/text_index.js'
import { fold } from '../ground/fold.js'

/** Text to match inside `like … escape '\'`, its wildcards taken literally and its letters as they are. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Characters behind which a word begins, beside the beginning of a text. */
const breaks = [' ', '-', '_', '.', '/', '@', ':', '(', ',', '\n']
/** Their words do not begin behind anything. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** What is indexed are parts of this length. */
export const indexedLength = 3

/** What somebody searches for. */
export interface Term {
  /** As `fold` has it. */
  text: string
  /** In characters, not in units of UTF-16. */
  length: number
  /** Stands for what it may follow: one or two characters are found at beginnings only; empty where any part is meant. */
  follows: readonly string[]
}

export function termOf(value: unknown): Term {
  const text = fold(String(value))
  const { length } = [...text]
  if (length >= indexedLength || unspaced.test(text)) return { text, length, follows: [] }
  return { text, length, follows: length === 2 ? breaks : [fieldStart] }
}

/** So many words are looked for each by itself; what comes behind them belongs to the last. */
const mostWords = 6

const isShort = (word: string) => [...fold(word)].length < indexedLength && !unspaced.test(word)

/**
 * The words of what somebody typed. Short ones stand where a word begins; where there is no longer one, all of them are one
 * term, as single letters and digits are everywhere.
 */
export function termsIn(typed: string): Term[] {
  const found = [...typed.matchAll(/\S+/gu)]
  const words = found.slice(0, mostWords).map(([word]) => word)
  const last = found[mostWords - 1]
  if (last && found.length > mostWords) words[mostWords - 1] = typed.slice(last.index).trim()
  if (words.length === 0) return []
  if (words.every(isShort)) return [termOf(typed.trim())]
  return words.map((word) => (isShort(word) ? { ...termOf(word), follows: breaks } : termOf(word)))
}

const escapedInClass = (characters: readonly string[]) =>
  // The hyphen comes last, where it means itself.
  [...characters].sort((one, other) => Number(one === '-') - Number(other === '-')).join('')

/** What SQLite's `glob` takes for the term at its beginnings. */
export function globPattern({ text, follows }: Term): string {
  const literal = text.replace(/[*?[]/g, '[$&]')
  return follows.length === 1
    ? `*${follows[0]}${literal}*`
    : `*[${escapedInClass(follows)}]${literal}*`
}

/** What PostgreSQL's `~` takes for the term at its beginnings. */
export function regexPattern({ text, follows }: Term): string {
  const literal = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return follows.length === 1 ? `${follows[0]}${literal}` : `[${escapedInClass(follows)}]${literal}`
}
