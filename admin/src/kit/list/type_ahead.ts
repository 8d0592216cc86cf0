/** Time (ms) after a letter in which the next one continues the name. */
const PAUSE = 1_000
/** Letters that are shortcuts on a row. With Shift they still start a name. */
const TAKEN = /^[jkxg]$/

/** The name that typed letters form. */
export class TypeAhead {
  #typed = ''
  #at = 0

  /** The letters typed so far; undefined for a key that is not part of a name. */
  typed({ key, timeStamp, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
    const isOn = timeStamp - this.#at < PAUSE && this.#typed !== ''
    const isLetter = [...key].length === 1 && !ctrlKey && !metaKey && !altKey
    if (!isLetter || (!isOn && (TAKEN.test(key) || !/[\p{L}\p{N}_.(]/u.test(key)))) {
      // Any other key ends the name. Shift does not, because it is part of the next letter.
      if (key !== 'Shift') this.#typed = ''
      return undefined
    }
    this.#typed = (isOn ? this.#typed : '') + key.toLowerCase()
    this.#at = timeStamp
    return this.#typed
  }
}

/**
 * Finds the next name that begins with the typed text, after `from` and then from the top. Typing one letter
 * repeatedly goes through all its matches.
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
