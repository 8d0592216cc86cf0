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

/** Names of one folder, each once: what is called like another one gets a number. */
export class NamesInUse {
  readonly #taken = new Set<string>()

  take(name: string, isFolder: boolean): string {
    const dot = isFolder ? -1 : name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let free = name
    for (let number = 2; this.#taken.has(free); number++) free = `${stem} (${number})${extension}`
    this.#taken.add(free)
    return free
  }
}
