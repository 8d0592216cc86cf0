/** Windows device names, with any extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?=[ ]*(\.|$))/i

/**
 * A name that every system can write to disk. New names are valid already (`safeName`); older ones are repaired, so
 * that a zip never writes outside of its target folder.
 */
export function repairName(name: string): string {
  const repaired = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/gu, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length))
    .replace(device, '$1_')
  return repaired === '' ? '_' : repaired
}

/** Returns the same key for names that Windows or macOS take as equal. Folds case fully: "ß" equals "SS". */
const foldName = (name: string) => name.normalize('NFC').toUpperCase().toLowerCase()

/** The names in one folder: a name that is already in use gets a number. */
export class NamesInUse {
  readonly #taken = new Set<string>()
  /** The next number to try for a name. Trying all numbers again would take hours with many equal names. */
  readonly #next = new Map<string, number>()

  take(name: string, isFolder: boolean): string {
    const dot = isFolder ? -1 : name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    const key = foldName(name)
    let free = name
    let number = this.#next.get(key) ?? 2
    while (this.#taken.has(foldName(free))) free = `${stem} (${number++})${extension}`
    this.#next.set(key, number)
    this.#taken.add(foldName(free))
    return free
  }
}
