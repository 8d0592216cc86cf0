/**
 * Returns whether a name matches a pattern, ignoring case: `*` matches any characters, `?` matches one. It
 * backtracks at most to the last `*`, so its work is at most the product of both lengths. A regular expression
 * could take exponential time.
 */
export function fitsPattern(name: string, pattern: string): boolean {
  const [characters, wanted] = [charactersOf(name), charactersOf(pattern)]
  let [at, next] = [0, 0]
  let star: { at: number; next: number } | undefined
  while (at < characters.length) {
    if (wanted[next] === '*') {
      star = { at, next: ++next }
    } else if (next < wanted.length && (wanted[next] === '?' || wanted[next] === characters[at])) {
      at++
      next++
    } else if (star) {
      // Let the star match one more character.
      at = ++star.at
      next = star.next
    } else {
      return false
    }
  }
  while (wanted[next] === '*') next++
  return next === wanted.length
}

/** Splits a text into characters instead of UTF-16 units. Names are stored in the composed form (NFC). */
const charactersOf = (text: string): string[] => [...text.normalize('NFC').toLowerCase()]
