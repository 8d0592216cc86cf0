/**
 * Returns whether a name matches a pattern with the wildcards `*` (any characters) and `?` (one character),
 * ignoring case. The time grows at most with the product of both lengths, whatever the pattern.
 */
export function fitsPattern(pattern: string, name: string): boolean {
  const [wanted, given] = [[...pattern.toLowerCase()], [...name.toLowerCase()]]
  let [at, place] = [0, 0]
  let star = -1
  let behindStar = 0
  while (place < given.length) {
    if (wanted[at] === '*') {
      star = at++
      behindStar = place
    } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === given[place])) {
      at++
      place++
    } else if (star >= 0) {
      at = star + 1
      place = ++behindStar
    } else return false
  }
  while (wanted[at] === '*') at++
  return at === wanted.length
}
