import { isAgreed } from '../database/text_index/text_index_sqlite.js'
import { indexedLength, type Term } from './term.js'

/**
 * Number of trigrams for a single term. More trigrams do not change the result, because found rows are checked
 * again, but cost time: FTS5 reads the row list of each. Some trigrams of a long term are in every row (the
 * domain of an address).
 */
const maxAlone = 6
/** Number of trigrams for each of several terms. A single trigram would occur in too many rows. */
const maxOfSeveral = 2

/**
 * The FTS5 query for texts that contain the trigrams of the term at any position. Trigrams are quoted, so they
 * contain no syntax.
 * @param terms number of terms in the same search
 * @returns undefined for a term with characters that FTS5 may treat differently
 */
export function ftsQuery(term: Term, terms = 1): string | undefined {
  if (term.follows.length > 0) {
    const found = term.follows.map((before) => [...before, ...term.text].slice(-indexedLength))
    const isWhole = found.every((trigram) => trigram.length === indexedLength)
    return isWhole && isSafe([...term.text]) ? `(${found.map(quoted).join(' OR ')})` : undefined
  }
  const characters = [...term.text]
  const all = characters.map((_, at) => characters.slice(at, at + indexedLength))
  const safe = all.filter((trigram) => trigram.length === indexedLength && isSafe(trigram))
  const most = terms === 1 ? maxAlone : maxOfSeveral
  const step = Math.ceil(safe.length / most)
  const few = new Set(safe.filter((_, at) => at % step === 0).map(quoted))
  return few.size > 0 ? [...few].join(' AND ') : undefined
}

const isSafe = (characters: string[]) => characters.every(isAgreed)

const quoted = (trigram: string[]) => `"${trigram.join('').replaceAll('"', '""')}"`
