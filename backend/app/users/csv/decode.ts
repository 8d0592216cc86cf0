const marks = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/**
 * Decodes a file written by a spreadsheet: UTF-16 with a byte order mark, else UTF-8, else Windows-1252, in which
 * every byte is valid.
 */
export function decode(bytes: Uint8Array): string {
  const marked = marks.find(({ bytes: mark }) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return new TextDecoder(marked.encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
