/**
 * Whether a name fits a pattern, ignoring case: `*` stands for any signs, `?` for one. Goes forward, and back to the last `*` at
 * most: a pattern full of stars takes as many looks as the two are long, multiplied, where a regular expression may take for ever.
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
      // The star takes one sign more.
      at = ++star.at
      next = star.next
    } else {
      return false
    }
  }
  while (wanted[next] === '*') next++
  return next === wanted.length
}

/** As names are stored: composed. Signs, not halves of them. */
const signsOf = (text: string): string[] => [...text.normalize('NFC').toLowerCase()]
