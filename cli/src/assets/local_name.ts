/** Windows means a device by them, whatever extension follows. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?=[ ]*(\.|$))/i

/** Whether a name is of those under which a download keeps what has come: whatever lies there is gone on with. */
export const isUnfinished = (name: string): boolean => /^\.crossdock-.*\.part$/isu.test(name)

/**
 * The name under which something is written here; undefined for one that would lead out of its folder
 * or be taken for an unfinished download. Names come from other
 * people, and a server that is none may send any.
 */
export function localName(
  name: string,
  platform: NodeJS.Platform = process.platform
): string | undefined {
  if (name === '' || name === '.' || name === '..' || /[/\\\p{Cc}]/u.test(name)) return undefined
  if (isUnfinished(name)) return undefined
  if (platform !== 'win32') return name
  return name
    .replace(/[<>:"|?*]/g, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length))
    .replace(device, '$1_')
}

/** Whether two names are one file where letters are not told apart by their case. */
export const isCaseBlind = (platform: NodeJS.Platform = process.platform): boolean =>
  platform === 'win32' || platform === 'darwin'
