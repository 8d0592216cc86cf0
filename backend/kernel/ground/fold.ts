const ascii = /^\p{ASCII}*$/u
/** Turkish writes a dot on its capital I. JavaScript keeps it as a letter of its own. */
const dots = /i\u0307+/g

/**
 * One form for all texts that a person takes for the same. Upper and lower case have the same form, and so have letters
 * that were typed in one part or in several. All searches use it; on PostgreSQL it is `crossdock_fold` (text_index_postgres.ts).
 *
 * Small and capital letters meet by way of both: `ß` is `ss`, a final sigma is a sigma, `İ` and `ı` are `i`.
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
      // Behind `İ` a mark had no letter to join.
      .normalize('NFC')
  )
}

/** Letters beyond ASCII that `fold` changes, with what it makes of them, in the order of Unicode; none that NFC takes apart. */
export function foldedLetters(): [letter: string, folded: string][] {
  const letters: [string, string][] = []
  // Behind the first two planes there are no letters with a case.
  for (let code = 0x80; code < 0x20000; code++) {
    const letter = String.fromCodePoint(code)
    if (!hasCase.test(letter)) continue
    const folded = fold(letter)
    if (folded !== letter && letter.normalize('NFC') === letter) letters.push([letter, folded])
  }
  return letters
}

const hasCase = /\p{Changes_When_Casemapped}/u
