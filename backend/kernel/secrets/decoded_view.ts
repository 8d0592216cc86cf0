/** Texts are decoded this many times: JSON may hold JSON, and percent escapes may be escaped again. */
const maxTimes = 2

const escape =
  /%[0-9a-f]{2}|&(?:#x?[0-9a-f]{1,6}|amp|lt|gt|quot|apos);|\\(?:u[0-9a-f]{4}|["\\/bfnrt])/gi
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const controls: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** A text with its escapes decoded, and the position of each of its characters in the original text. */
export interface DecodedView {
  text: string
  /** The original position of the character at a position. */
  startOf(at: number): number
  /** The original end of the character before a position. */
  endOf(at: number): number
}

/** A text with its percent, HTML and JSON escapes decoded once, then twice. Yields nothing for a text without escapes. */
export function* decodedViews(text: string): Generator<DecodedView> {
  let view: DecodedView = { text, startOf: (at) => at, endOf: (at) => at }
  for (let time = 0; time < maxTimes; time++) {
    const next = decoded(view)
    if (!next) return
    yield next
    view = next
  }
}

function decoded(view: DecodedView): DecodedView | undefined {
  const { text } = view
  const parts: string[] = []
  // For each character of the decoded text its position in `text`, and one more entry for the end.
  const starts: number[] = []
  let from = 0
  const keep = (to: number) => {
    parts.push(text.slice(from, to))
    for (let at = from; at < to; at++) starts.push(at)
  }
  escape.lastIndex = 0
  for (let match = escape.exec(text); match; match = escape.exec(text)) {
    const { index } = match
    const read = index < from ? undefined : readAt(text, index, match[0])
    if (!read) continue
    keep(index)
    parts.push(read.text)
    for (let unit = 0; unit < read.text.length; unit++) starts.push(index)
    from = read.end
    escape.lastIndex = from
  }
  if (from === 0) return undefined
  keep(text.length)
  starts.push(text.length)
  return {
    text: parts.join(''),
    startOf: (at) => view.startOf(starts[at]!),
    endOf: (at) => view.endOf(starts[at]!),
  }
}

function readAt(
  text: string,
  at: number,
  written: string
): { text: string; end: number } | undefined {
  const end = at + written.length
  const inner = written.slice(1).toLowerCase()
  if (written[0] === '%') return readPercent(text, at)
  if (written[0] === '&') {
    const name = inner.slice(0, -1)
    return { text: name[0] === '#' ? letterOf(name.slice(1)) : named[name]!, end }
  }
  if (inner[0] === 'u') return { text: String.fromCharCode(parseInt(inner.slice(1), 16)), end }
  return { text: controls[inner] ?? written[1]!, end }
}

function letterOf(reference: string): string {
  const code = reference[0] === 'x' ? parseInt(reference.slice(1), 16) : parseInt(reference, 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

/** Reads one UTF-8 character in percent escapes. Undefined when the bytes are not valid UTF-8. */
function readPercent(text: string, at: number): { text: string; end: number } | undefined {
  const first = parseInt(text.slice(at + 1, at + 3), 16)
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  const end = at + 3 * length
  const bytes = Buffer.from(text.slice(at, end).replaceAll('%', ''), 'hex')
  if (bytes.length !== length) return undefined
  const letter = bytes.toString('utf8')
  return letter.includes('\ufffd') ? undefined : { text: letter, end }
}
