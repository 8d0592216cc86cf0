import { extname } from 'node:path'
import { invalid, text, type Text } from '@crossdock/kernel/ground'
import { unreadable, withoutUnreadable } from '@crossdock/kernel/shapes'

export const maxNameBytes = 255

/** Windows device names, with any extension; sync could not write these files there. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])[ ]*(\.|$)/i

/**
 * Returns the name as it is stored: in Unicode NFC, so that the same name typed on two systems is equal. Only
 * new names are checked: older ones may break newer rules.
 * @throws Problem 422 for a misleading name, or one that a file system cannot store
 */
export function safeName(given: string, field: string = 'name'): string {
  const name = given.normalize('NFC')
  const wrong = findNameProblem(name, printableName(name))
  if (wrong) throw invalid(field, wrong)
  return name
}

/** Whether `safeName` accepts the name. */
export function isSafeName(given: string): boolean {
  const name = given.normalize('NFC')
  return findNameProblem(name, name) === undefined
}

function findNameProblem(given: string, name: string): Text | undefined {
  if (given.trim() === '') return text('A name is required.')
  if (given === '.' || given === '..') {
    return text('"{name}" cannot be a name: it refers to a folder itself.', { name })
  }
  if (/[/\\]/.test(given)) {
    return text('"{name}" cannot be a name: "/" and "\\" separate folders.', { name })
  }
  if (!given.isWellFormed()) {
    return text('"{name}" cannot be a name: it contains half a character.', { name })
  }
  // Form parsers put U+FFFD in place of invalid bytes.
  if (given.includes('\ufffd')) {
    return text(
      '"{name}" cannot be a name: it contains "\ufffd", which replaces bytes that are not UTF-8. Send names in UTF-8.',
      { name }
    )
  }
  const why = unreadable(given) ?? (isBlankStem(given) ? 'blank' : null)
  if (why === 'blank') {
    return text('"{name}" cannot be a name: it has no visible characters.', { name })
  }
  if (why) return misleadingNameText(why, name, withoutUnreadable(given))
  const windows = findWindowsProblem(given, name)
  if (windows) return windows
  const bytes = Buffer.byteLength(given)
  if (bytes <= maxNameBytes) return undefined
  return text(
    '"{name}" cannot be a name: it has {bytes} bytes, and at most {most} are allowed. Leave out {count} of its characters, for example before the extension.',
    { name, bytes, most: maxNameBytes, count: charactersTooMany(given) }
  )
}

/** Whether the part before the extension is invisible, so that the name looks like a hidden file's. */
function isBlankStem(given: string): boolean {
  const stem = given.slice(0, given.indexOf('.'))
  return stem !== '' && given.includes('.') && unreadable(stem) === 'blank'
}

/** A longer extension counts as part of the name, which may be shortened. */
const longestExtension = 100

/** How many characters to remove before the extension. */
function charactersTooMany(given: string): number {
  const extension = extname(given)
  const isKept = Buffer.byteLength(extension) <= longestExtension
  const stem = [...(isKept ? given.slice(0, given.length - extension.length) : given)]
  let count = 0
  for (let bytes = Buffer.byteLength(given); bytes > maxNameBytes; count++) {
    bytes -= Buffer.byteLength(stem.pop()!)
  }
  return count
}

/** @param cleaned the name without the bad characters; it may still be invalid */
function misleadingNameText(why: 'control' | 'turning', name: string, cleaned: string): Text {
  const isGood = findNameProblem(cleaned, printableName(cleaned)) === undefined
  if (why === 'control') {
    return isGood
      ? text(
          '"{name}" cannot be a name: it contains control characters. Call it "{cleaned}", which is the same without them.',
          { name, cleaned }
        )
      : text('"{name}" cannot be a name: it contains control characters.', { name })
  }
  return isGood
    ? text(
        '"{name}" cannot be a name: it contains invisible characters or characters that reverse the reading direction. Call it "{cleaned}", which is the same without them.',
        { name, cleaned }
      )
    : text(
        '"{name}" cannot be a name: it contains invisible characters or characters that reverse the reading direction.',
        { name }
      )
}

function findWindowsProblem(given: string, name: string): Text | undefined {
  const sign = /[<>:"|?*]/.exec(given)?.[0]
  if (sign) {
    return text('"{name}" cannot be a name: Windows allows no {sign} in names.', { name, sign })
  }
  if (/[. ]$/.test(given)) {
    return text('"{name}" cannot be a name: Windows allows no dot or space at the end.', { name })
  }
  const word = device.exec(given)?.[1]
  if (!word) return undefined
  return text('"{name}" cannot be a name: "{word}" is a device on Windows.', { name, word })
}

function printableName(name: string): string {
  const visible = name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
  return visible.length > 60 ? `${visible.slice(0, 60)}…` : visible
}
