/** Decodes bytes as text in any supported encoding; null for binary data. */
export function textOf(bytes: ArrayBuffer, isCut: boolean): string | null {
  const view = new Uint8Array(bytes)
  const wide = wideEncoding(view)
  if (wide) return withoutLast(new TextDecoder(wide).decode(view), isCut)
  if (view.includes(0)) return null
  try {
    // The last character may be cut.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(view, { stream: isCut })
    return withoutLast(text, isCut)
  } catch {
    return withoutLast(new TextDecoder('windows-1252').decode(view), isCut)
  }
}

function wideEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** Removes the line that was cut, unless it is the only one. */
function withoutLast(text: string, isCut: boolean): string {
  const end = isCut ? text.lastIndexOf('\n') : -1
  return end > 0 ? text.slice(0, end) : text
}
