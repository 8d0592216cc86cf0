import { invalid, text, unreadable, type Text } from '@crossdock/kernel/http'

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
  const why = unreadable(given)
  if (why) return misleading[why](name)
  const windows = forbiddenByWindows(given, name)
  if (windows) return windows
  const bytes = Buffer.byteLength(given)
  if (bytes <= maxNameBytes) return undefined
  return text('"{name}" cannot be a name: it has {bytes} bytes, and at most {most} are allowed.', {
    name,
    bytes,
    most: maxNameBytes,
  })
}

const misleading = {
  control: (name: string) =>
    text('"{name}" cannot be a name: it holds control characters.', { name }),
  turning: (name: string) =>
    text(
      '"{name}" cannot be a name: it holds characters that cannot be seen or that turn the reading direction around.',
      { name }
    ),
  blank: (name: string) =>
    text('"{name}" cannot be a name: it holds nothing that can be seen.', { name }),
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
