import type { AgentPlatform } from '../platform.js'

/** Windows means a device by them, whatever extension follows. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])[ ]*(\.|$)/i

/** Files that have not come completely lie under such a name. */
export const partName = (assetId: string, version: number): string =>
  `.crossdock-${assetId}-v${version}.part`

export const isPart = (name: string): boolean => /^\.crossdock-.*\.part$/isu.test(name)

/**
 * Why nothing can be called so on this machine, as the rest of a sentence; undefined for a name that can be used. A name
 * of the server is used as it is or not at all.
 */
export function nameFault(name: string, platform: AgentPlatform): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'it is no name of a file'
  if (/[/\\]/.test(name)) return 'it holds a slash or a backslash'
  if (/\p{Cc}/u.test(name)) return 'it holds a control character'
  if (!name.isWellFormed()) return 'it is no valid text'
  if (isPart(name)) return 'the agent keeps unfinished downloads under such names'
  if (platform !== 'windows') return undefined
  if (/[<>:"|?*]/.test(name)) return 'Windows takes no <, >, :, ", |, ? or * in a name'
  if (/[. ]$/.test(name)) return 'Windows takes no name that ends in a dot or a space'
  if (device.test(name)) return 'Windows means a device by it'
  return undefined
}
