/** How long after a letter the next one goes on with it. */
const PAUSE = 1_000
/** Letters that have a meaning of their own on a row: with Shift they begin a name all the same. */
const TAKEN = /^[jkxg]$/

/** What letters typed one after the other look for. */
export class TypeAhead {
  #typed = ''
  #at = 0

  /** The letters typed by now; undefined for a key that is not one of a name. */
  typed({ key, timeStamp, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
    const isOn = timeStamp - this.#at < PAUSE && this.#typed !== ''
    const isLetter = [...key].length === 1 && !ctrlKey && !metaKey && !altKey
    if (!isLetter || (!isOn && (TAKEN.test(key) || !/[\p{L}\p{N}_.(]/u.test(key)))) {
      // Whatever else is pressed, renaming say, ends the name; Shift belongs to its next letter.
      if (key !== 'Shift') this.#typed = ''
      return undefined
    }
    this.#typed = (isOn ? this.#typed : '') + key.toLowerCase()
    this.#at = timeStamp
    return this.#typed
  }
}

/**
 * The next name that begins with what was typed, behind `from` and then from the top; of one letter typed
 * again and again each in turn.
 */
export function findNext(names: readonly string[], typed: string, from: number): number {
  const isOne = [...typed].every((letter) => letter === typed[0])
  const start = isOne ? from + 1 : from
  const wanted = isOne ? typed[0]! : typed
  for (let step = 0; step < names.length; step += 1) {
    const at = (start + step) % names.length
    if (names[at]!.toLowerCase().startsWith(wanted)) return at
  }
  return -1
}
