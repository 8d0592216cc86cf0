import { fieldStart } from '../database/text_index.js'

/** Text to match inside `like … escape '\'`, its wildcards taken literally. */
export function likePattern(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}

/** Characters behind which a word begins, beside the beginning of a text. */
const breaks = [' ', '-', '_', '.', '/', '@', ':', '(', ',', '\n']
/** Their words do not begin behind anything. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** What is indexed are parts of this length. */
export const indexedLength = 3

/** What somebody searches for. */
export interface Term {
  /** In small letters. */
  text: string
  /** In characters, not in units of UTF-16. */
  length: number
  /** Stands for what it may follow: one or two characters are found at beginnings only; empty where any part is meant. */
  follows: readonly string[]
}

export function termOf(value: unknown): Term {
  const text = String(value).toLowerCase()
  const { length } = [...text]
  if (length >= indexedLength || unspaced.test(text)) return { text, length, follows: [] }
  return { text, length, follows: length === 2 ? breaks : [fieldStart] }
}

/** So many words are looked for each by itself; what comes behind them belongs to the last. */
const mostWords = 6

const isShort = (word: string) => [...word].length < indexedLength && !unspaced.test(word)

/** The words of what somebody typed; short ones, of which few parts are indexed, stay with the one beside them. */
export function wordsIn(typed: string): string[] {
  const words: string[] = []
  let begin = 0
  for (const { 0: word, index } of typed.matchAll(/\S+/gu)) {
    const last = words.at(-1)
    if (last === undefined) begin = index
    if (last !== undefined && (isShort(word) || isShort(last) || words.length === mostWords)) {
      words[words.length - 1] = typed.slice(begin, index + word.length)
    } else {
      words.push(word)
      begin = index
    }
  }
  return words
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
