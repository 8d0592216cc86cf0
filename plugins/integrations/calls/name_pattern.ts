/**
 * Returns whether a name matches a pattern, ignoring case: `*` matches any characters, `?` matches one. It
 * backtracks at most to the last `*`, so its work is at most the product of both lengths. A regular expression
 * could take exponential time.
 */
export function fitsPattern(name: string, pattern: string): boolean {
  const [signs, wanted] = [signsOf(name), signsOf(pattern)]
  let [at, next] = [0, 0]
  let star: { at: number; next: number } | undefined
  while (at < signs.length) {
    if (wanted[next] === '*') {
      star = { at, next: ++next }
    } else if (next < wanted.length && (wanted[next] === '?' || wanted[next] === signs[at])) {
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

/** Splits a text into characters (not UTF-16 halves), in the composed form in which names are stored. */
const signsOf = (text: string): string[] => [...text.normalize('NFC').toLowerCase()]
