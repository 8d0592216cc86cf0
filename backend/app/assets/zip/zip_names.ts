/** Windows means a device by them, whatever extension follows. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?=[ ]*(\.|$))/i

/**
 * A name as any system can write it to its disk. What is given today is one already (`safeName`); names that are older than
 * that rule are mended, so that a zip never leads out of the folder it is unpacked into.
 */
export function mendedName(name: string): string {
  const mended = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/gu, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length))
    .replace(device, '$1_')
  return mended === '' ? '_' : mended
}

/** As Windows and macOS compare names, which would write one file over the other: by full case folding, "\u00df" is "SS". */
const folded = (name: string) => name.normalize('NFC').toUpperCase().toLowerCase()

/** Names of one folder, each once: what is called like another one gets a number. */
export class NamesInUse {
  readonly #taken = new Set<string>()
  /** The number to be tried first: a name has so many spellings that trying all of them each time would take hours. */
  readonly #next = new Map<string, number>()

  take(name: string, isFolder: boolean): string {
    const dot = isFolder ? -1 : name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    const key = folded(name)
    let free = name
    let number = this.#next.get(key) ?? 2
    while (this.#taken.has(folded(free))) free = `${stem} (${number++})${extension}`
    this.#next.set(key, number)
    this.#taken.add(folded(free))
    return free
  }
}
