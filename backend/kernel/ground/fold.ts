const ascii = /^\p{ASCII}*$/u
/** JavaScript lowercases the Turkish capital I with a dot (İ) to an i and a separate combining dot. */
const dots = /i\u0307+/g

/**
 * The common form of texts that a person considers equal: ignores case, and composed or decomposed letters. All
 * searches use it; on PostgreSQL it is `crossdock_fold` (text_index_postgres.ts).
 *
 * Combines lowercase and uppercase folding: `ß` becomes `ss`, a final sigma a sigma, `İ` and `ı` become `i`.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFC')
      .replaceAll('ς', 'σ')
      .replace(dots, 'i')
      // After `İ`, a mark had no letter to combine with.
      .normalize('NFC')
  )
}

/**
 * Non-ASCII letters that `fold` changes, with the result, in Unicode order; without letters that NFC
 * decomposes.
 */
export function foldedLetters(): [letter: string, folded: string][] {
  const letters: [string, string][] = []
  // The planes after the first two contain no letters with case.
  for (let code = 0x80; code < 0x20000; code++) {
    const letter = String.fromCodePoint(code)
    if (!hasCase.test(letter)) continue
    const folded = fold(letter)
    if (folded !== letter && letter.normalize('NFC') === letter) letters.push([letter, folded])
  }
  return letters
}

const hasCase = /\p{Changes_When_Casemapped}/u
