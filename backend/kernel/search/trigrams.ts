import { isAgreed } from '../database/text_index_sqlite.js'
import { indexedLength, type Term } from './term.js'

/**
 * Of a term that is asked for alone. More would find no less, as what they find is looked at again, and cost more: FTS5
 * reads through the rows of each, and some of a long term are in every row (the domain of an address).
 */
const mostAlone = 6
/** Of each of several terms: one alone stands in too many rows. */
const mostBeside = 2

/**
 * What FTS5 is asked for: texts that hold the trigrams of the term, wherever. Trigrams are quoted, so that nothing in them
 * is syntax.
 * @param terms how many are asked for together
 * @returns undefined for a term whose characters it may not know
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
  const most = terms === 1 ? mostAlone : mostBeside
  const step = Math.ceil(safe.length / most)
  const few = new Set(safe.filter((_, at) => at % step === 0).map(quoted))
  return few.size > 0 ? [...few].join(' AND ') : undefined
}

const isSafe = (characters: string[]) => characters.every(isAgreed)

const quoted = (trigram: string[]) => `"${trigram.join('').replaceAll('"', '""')}"`
