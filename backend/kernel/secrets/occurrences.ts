/**
 * The positions at which a word occurs in a text, overlapping ones included. By Knuth, Morris and Pratt: the
 * time is linear in both lengths for every input. `indexOf` is not: a hostile text makes it compare the whole word at each position.
 */
export function occurrences(word: string, text: string): number[] {
  const found: number[] = []
  const shorter = prefixes(word)
  let matched = 0
  for (let at = 0; at < text.length; at++) {
    while (matched > 0 && text.charCodeAt(at) !== word.charCodeAt(matched)) {
      matched = shorter[matched - 1]!
    }
    if (text.charCodeAt(at) === word.charCodeAt(matched)) matched++
    if (matched < word.length) continue
    found.push(at + 1 - word.length)
    matched = shorter[matched - 1]!
  }
  return found
}

/** For each prefix of a word, the length of its longest proper prefix that is also its suffix. */
function prefixes(word: string): Int32Array {
  const lengths = new Int32Array(word.length)
  let matched = 0
  for (let at = 1; at < word.length; at++) {
    while (matched > 0 && word.charCodeAt(at) !== word.charCodeAt(matched)) {
      matched = lengths[matched - 1]!
    }
    if (word.charCodeAt(at) === word.charCodeAt(matched)) matched++
    lengths[at] = matched
  }
  return lengths
}
