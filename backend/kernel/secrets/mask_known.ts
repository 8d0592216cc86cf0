import { MASK } from './mask.js'

type Span = [from: number, to: number]

/** Shorter ones turn up inside of words by chance: they are masked where they stand by themselves. */
const shortest = 4
const letter = /[\p{L}\p{N}_]/u

/**
 * The first characters of a text with every occurrence of the needles masked. All are looked for in
 * the text as it came: one that overlaps another, or is masked before it, leaves nothing of it readable.
 */
export function maskKnown(text: string, needles: readonly string[], chars: number): string {
  let masked = ''
  let at = 0
  for (const [from, to] of spansOf(text, needles, chars)) {
    masked += text.slice(at, from) + MASK
    at = to
  }
  return masked + text.slice(at, Math.max(at, chars))
}

/** Where needles stand that begin within the first characters, those that overlap as one. */
function spansOf(text: string, needles: readonly string[], chars: number): Span[] {
  const found = needles.flatMap((needle) => {
    const places = occurrences(text, needle, chars)
    return needle.length < shortest ? places.filter((place) => standsAlone(text, place)) : places
  })
  const spans: Span[] = []
  for (const [from, to] of found.sort(([one], [other]) => one - other)) {
    const last = spans.at(-1)
    if (last && from < last[1]) last[1] = Math.max(last[1], to)
    else spans.push([from, to])
  }
  return spans
}

const standsAlone = (text: string, [from, to]: Span) =>
  !letter.test(text.charAt(from - 1)) && !letter.test(text.charAt(to))

/** Every place where it stands, also where it overlaps itself. */
function occurrences(text: string, needle: string, chars: number): Span[] {
  const found: Span[] = []
  const within = text.slice(0, chars + needle.length - 1)
  for (let at = within.indexOf(needle); at !== -1; at = within.indexOf(needle, at + 1)) {
    const last = found.at(-1)
    if (last && at < last[1]) last[1] = at + needle.length
    else found.push([at, at + needle.length])
  }
  return found
}
