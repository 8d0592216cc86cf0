import { extname } from 'node:path'
import { invalid, text, unreadable, withoutUnreadable, type Text } from '@crossdock/kernel/http'

export const maxNameBytes = 255

/** Windows means a device by them, whatever extension follows; sync could not write such a file there. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])[ ]*(\.|$)/i

/**
 * The name as it is stored: Unicode NFC, so that the same name typed on two systems is one name.
 * Names given before a rule existed stay: only what is given anew comes here.
 * @throws Problem 422 for a name that misleads, or that a folder on some disk could not bear.
 */
export function safeName(given: string, field: string = 'name'): string {
  const name = given.normalize('NFC')
  const wrong = whatIsWrong(name, shown(name))
  if (wrong) throw invalid(field, wrong)
  return name
}

/** Whether `safeName` takes it. */
export function isSafeName(given: string): boolean {
  const name = given.normalize('NFC')
  return whatIsWrong(name, name) === undefined
}

function whatIsWrong(given: string, name: string): Text | undefined {
  if (given.trim() === '') return text('A name is required.')
  if (given === '.' || given === '..') {
    return text('"{name}" cannot be a name: it stands for a folder itself.', { name })
  }
  if (/[/\\]/.test(given)) {
    return text('"{name}" cannot be a name: "/" and "\\" separate folders.', { name })
  }
  if (!given.isWellFormed()) {
    return text('"{name}" cannot be a name: it holds half a character.', { name })
  }
  // What reads a form leaves it in place of such bytes.
  if (given.includes('\ufffd')) {
    return text(
      '"{name}" cannot be a name: it holds "\ufffd", which stands for bytes that are no UTF-8. Send names in UTF-8.',
      { name }
    )
  }
  const why = unreadable(given) ?? (isBlankStem(given) ? 'blank' : null)
  if (why === 'blank') {
    return text('"{name}" cannot be a name: it holds nothing that can be seen.', { name })
  }
  if (why) return misleading(why, name, withoutUnreadable(given))
  const windows = forbiddenByWindows(given, name)
  if (windows) return windows
  const bytes = Buffer.byteLength(given)
  if (bytes <= maxNameBytes) return undefined
  return text(
    '"{name}" cannot be a name: it has {bytes} bytes, and at most {most} are allowed. Leave out {count} of its characters, for example before the extension.',
    { name, bytes, most: maxNameBytes, count: charactersTooMany(given) }
  )
}

/** Whether the part before the extension is invisible: such a name looks like that of a hidden file. */
function isBlankStem(given: string): boolean {
  const stem = given.slice(0, given.indexOf('.'))
  return stem !== '' && given.includes('.') && unreadable(stem) === 'blank'
}

/** A longer "extension" is part of the name: it may be shortened. */
const longestExtension = 100

/** How many characters before the extension must go. */
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

/** @param cleaned the name without the bad characters; it may still be refused */
function misleading(why: 'control' | 'turning', name: string, cleaned: string): Text {
  const isGood = whatIsWrong(cleaned, shown(cleaned)) === undefined
  if (why === 'control') {
    return isGood
      ? text(
          '"{name}" cannot be a name: it holds control characters. Call it "{cleaned}", which is the same without them.',
          { name, cleaned }
        )
      : text('"{name}" cannot be a name: it holds control characters.', { name })
  }
  return isGood
    ? text(
        '"{name}" cannot be a name: it holds characters that cannot be seen or that turn the reading direction around. Call it "{cleaned}", which is the same without them.',
        { name, cleaned }
      )
    : text(
        '"{name}" cannot be a name: it holds characters that cannot be seen or that turn the reading direction around.',
        { name }
      )
}

function forbiddenByWindows(given: string, name: string): Text | undefined {
  const sign = /[<>:"|?*]/.exec(given)?.[0]
  if (sign) {
    return text('"{name}" cannot be a name: Windows allows no {sign} in names.', { name, sign })
  }
  if (/[. ]$/.test(given)) {
    return text('"{name}" cannot be a name: Windows allows no dot or space at the end.', { name })
  }
  const word = device.exec(given)?.[1]
  if (!word) return undefined
  return text('"{name}" cannot be a name: "{word}" means a device on Windows.', { name, word })
}

function shown(name: string): string {
  const visible = name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
  return visible.length > 60 ? `${visible.slice(0, 60)}…` : visible
}
