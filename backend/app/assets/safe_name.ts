import { invalid, unreadable } from '@crossdock/kernel/http'

const MAX_BYTES = 255

/** Windows means a device by them, whatever extension follows; sync could not write such a file there. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])[ ]*(\.|$)/i

/**
 * The name as it is stored: Unicode NFC, so that the same name typed on two systems is one name.
 * Names given before a rule existed stay: only what is given anew comes here.
 * @throws Problem 422 for a name that misleads, or that a folder on some disk could not bear.
 */
export function safeName(given: string, field: string = 'name'): string {
  const name = given.normalize('NFC')
  const refuse = (why: string) => invalid(field, `"${shown(name)}" cannot be a name: ${why}.`)
  if (name.trim() === '') throw invalid(field, 'A name is required.')
  if (name === '.' || name === '..') throw refuse('it stands for a folder itself')
  if (/[/\\]/.test(name)) throw refuse('"/" and "\\" separate folders')
  if (!name.isWellFormed()) throw refuse('it holds half a character')
  const hidden = unreadable(name)
  if (hidden) throw refuse(hidden)
  const windows = forbiddenByWindows(name)
  if (windows) throw refuse(windows)
  const bytes = Buffer.byteLength(name)
  if (bytes > MAX_BYTES) throw refuse(`it has ${bytes} bytes, and at most ${MAX_BYTES} are allowed`)
  return name
}

function forbiddenByWindows(name: string): string | null {
  const sign = /[<>:"|?*]/.exec(name)?.[0]
  if (sign) return `Windows allows no ${sign} in names`
  if (/[. ]$/.test(name)) return 'Windows allows no dot or space at the end'
  const word = device.exec(name)?.[1]
  return word ? `"${word}" means a device on Windows` : null
}

function shown(name: string): string {
  const visible = name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
  return visible.length > 60 ? `${visible.slice(0, 60)}…` : visible
}
