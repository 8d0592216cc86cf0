import type { AgentPlatform } from '../platform.js'

/** Windows reserves these names for devices, with any extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])[ ]*(\.|$)/i

/** Incomplete files have this kind of name. */
export const partName = (assetId: string, version: number): string =>
  `.crossdock-${assetId}-v${version}.part`

export const isPart = (name: string): boolean => /^\.crossdock-.*\.part$/isu.test(name)

/**
 * Returns why a name cannot be used on this machine, as the second half of a sentence; undefined for a usable
 * name. The agent never changes a name of the server to make it usable.
 */
export function nameFault(name: string, platform: AgentPlatform): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'it is no name of a file'
  if (/[/\\]/.test(name)) return 'it holds a slash or a backslash'
  if (/\p{Cc}/u.test(name)) return 'it holds a control character'
  if (!name.isWellFormed()) return 'it is no valid text'
  if (isPart(name)) return 'the agent reserves these names for unfinished downloads'
  if (platform !== 'windows') return undefined
  if (/[<>:"|?*]/.test(name)) return 'Windows takes no <, >, :, ", |, ? or * in a name'
  if (/[. ]$/.test(name)) return 'Windows takes no name that ends in a dot or a space'
  if (device.test(name)) return 'Windows means a device by it'
  return undefined
}
