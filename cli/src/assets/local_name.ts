/** Windows reserves these names for devices, with any extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?=[ ]*(\.|$))/i

/** Whether a name belongs to a partial download, which `get` would resume. */
export const isUnfinished = (name: string): boolean => /^\.crossdock-.*\.part$/isu.test(name)

/**
 * The local name for a remote one. Undefined for a name that would leave its folder or look like a partial
 * download. Names come from other people, and a fake server may send any.
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

/** Whether the file system ignores the case of letters. */
export const isCaseBlind = (platform: NodeJS.Platform = process.platform): boolean =>
  platform === 'win32' || platform === 'darwin'
