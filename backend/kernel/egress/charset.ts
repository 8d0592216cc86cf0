import iconv from 'iconv-lite'
import { ContentError } from './content_error.js'

/** Byte order marks, longest first: the mark of UTF-32 begins with that of UTF-16. */
const marks: [mark: Buffer, charset: string][] = [
  [Buffer.from([0xff, 0xfe, 0, 0]), 'utf-32le'],
  [Buffer.from([0, 0, 0xfe, 0xff]), 'utf-32be'],
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
]
/** Node decodes these with tables of ICU, which differ from those of the Encoding Standard. */
const fromTables = new Set(['big5', 'euc-kr', 'gbk', 'gb18030', 'shift_jis', 'euc-jp'])
/** Names that iconv-lite accepts but that are no charsets. */
const noCharset = /^(utf-?7|hex|base64|binary|ucs-?2|internal)/i
/** Names of ASCII. The Encoding Standard reads it as windows-1252, in which all bytes are valid. */
const ascii =
  /^(us-ascii|ascii|us|iso646-us|iso_646\.irv:1991|ansi_x3\.4-19(68|86)|iso-ir-6|cp367|ibm367|csascii)$/
/** How many bytes are searched for a declaration inside the content, as the HTML Standard says. */
const declarationBytes = 1024

/**
 * Decodes a text in the charset of its byte order mark, else of its Content-Type, else of its XML or HTML
 * declaration, else in UTF-8. The mark has precedence because it cannot occur by chance. Declared ASCII is read
 * as UTF-8: ASCII is a subset, and servers declare ASCII for both.
 * @param type the Content-Type, empty when there is none
 * @throws ContentError when the bytes are no text in that charset, or when the charset is unknown or ambiguous
 */
export function decodeText(type: string, bytes: Buffer): string {
  const mark = marks.find(([start]) => bytes.subarray(0, start.length).equals(start))
  if (mark) return decode(bytes.subarray(mark[0].length), mark[1])
  const named = onlyCharsetIn(type)
  if (named !== undefined) return decode(bytes, byteOrder(named, bytes))
  const wide = wideCharsetOf(bytes)
  if (wide) return decode(bytes, wide)
  const inside = declared(bytes.toString('latin1', 0, declarationBytes))
  return inside === undefined ? decode(bytes, 'utf-8', unnamed) : decode(bytes, inside)
}

/**
 * A text as bytes of a charset: that of the Content-Type, else that of the text's own XML declaration, else UTF-8.
 * @throws ContentError when the charset is not known or lacks a character of the text
 */
export function encodeText(type: string, text: string): Buffer {
  if (!text.isWellFormed()) throw new ContentError('it holds half of a surrogate pair')
  const charset = charsetToWrite(type, text)
  if (/^utf-?8$/i.test(charset)) return Buffer.from(text)
  if (noCharset.test(charset) || !iconv.encodingExists(charset)) {
    throw new ContentError(`Crossdock does not write the charset "${charset}"`)
  }
  const bytes = iconv.encode(text, charset)
  if (readAgain(bytes, charset) === text) return bytes
  const missing = [...text].find((sign) => readAgain(iconv.encode(sign, charset), charset) !== sign)
  throw new ContentError(`the charset "${charset}" has no "${missing ?? text.slice(0, 1)}"`)
}

/**
 * Decodes encoded bytes like `decodeText`. The tables of iconv-lite and of the WHATWG differ (¤ and € of
 * macintosh).
 */
function readAgain(bytes: Buffer, charset: string): string | undefined {
  // These charsets have every character, and iconv-lite may write a byte order mark first.
  if (/^(utf|ucs|unicode)/i.test(charset)) return iconv.decode(bytes, charset)
  try {
    return decode(bytes, charset)
  } catch (error) {
    if (error instanceof ContentError) return undefined
    throw error
  }
}

/** The charset `encodeText` writes. */
export const charsetToWrite = (type: string, text: string): string =>
  charsetIn(type) ?? declared(text.slice(0, declarationBytes)) ?? 'utf-8'

/** The charset a Content-Type names, in lower case. */
export const charsetIn = (type: string): string | undefined => charsetsIn(type)[0]

/** A single character class before the name keeps a long run of blanks linear. */
const charsetsIn = (type: string): string[] =>
  [...type.matchAll(/;\s*charset\s*=[\s"']*([^\s"';,]+)/gi)].map(([, name]) => name!.toLowerCase())

/**
 * As `charsetIn`. The type of a repeated header contains both values.
 * @throws ContentError when they contradict each other
 */
function onlyCharsetIn(type: string): string | undefined {
  const names = charsetsIn(type)
  const [first] = names
  const other = names.find((name) => standardName(name) !== standardName(first!))
  if (other === undefined) return first
  throw new ContentError(`it declares both "${first}" and "${other}"`)
}

const standardName = (charset: string) =>
  ascii.test(charset) ? 'ascii' : (decoderOf(charset)?.encoding ?? charset)

/**
 * The charset declared by an XML or HTML text. UTF-16 is ignored: a declaration in UTF-16 would not match here.
 */
function declared(start: string): string | undefined {
  const found =
    /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']\s*([\w.:-]+)/.exec(start) ??
    (/^\s*<(?:!doctype\s+html|html|head|meta)\b/i.test(start)
      ? /<meta\s[^>]*?\bcharset\s*=[\s"']*([\w.:-]+)/i.exec(start)
      : null)
  const name = found?.[1]?.toLowerCase()
  return name && /^(utf-?16|utf-?32|ucs)/.test(name) ? undefined : name
}

/**
 * Detects UTF-16 and UTF-32 by the zero bytes of the first characters, which are ASCII in JSON, XML and CSV
 * (RFC 4627, 3).
 */
function wideCharsetOf(bytes: Buffer): string | undefined {
  const zeros = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('')
  if (zeros === '000x') return 'utf-32be'
  if (zeros === 'x000') return 'utf-32le'
  if (/^0x(0x)?$/.test(zeros)) return 'utf-16be'
  return /^x0(x0)?$/.test(zeros) ? 'utf-16le' : undefined
}

/**
 * "UTF-16" and "UTF-32" leave the byte order to a mark. Without one, the position of the zero bytes decides.
 * @throws ContentError
 */
function byteOrder(charset: string, bytes: Buffer): string {
  if (!/^(utf-?16|utf-?32|unicode|ucs-?2|iso-10646-ucs-2)$/.test(charset) || bytes.length === 0)
    return charset
  const found = wideCharsetOf(bytes)
  if (found && found.startsWith('utf-32') === /32/.test(charset)) return found
  throw new ContentError(`it declares ${charset}, but its byte order is unknown`)
}

function decode(bytes: Buffer, charset: string, misfit = misfitOf(charset)): string {
  const standard = decoderOf(ascii.test(charset) ? 'utf-8' : charset)
  const table = standard ? fromTables.has(standard.encoding) : true
  if (standard && !table) {
    try {
      return standard.decode(bytes)
    } catch {
      throw new ContentError(misfit)
    }
  }
  const name = standard?.encoding ?? charset
  if (noCharset.test(name) || !iconv.encodingExists(name)) {
    throw new ContentError(`Crossdock does not read its charset "${charset}"`)
  }
  const text = iconv.decode(bytes, name, { stripBOM: false })
  if (text.includes('\ufffd')) throw new ContentError(misfit)
  return text
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true })
  } catch {
    return undefined
  }
}

const misfitOf = (charset: string) => `its bytes are no text in the charset "${charset}"`
const unnamed =
  'its bytes are no text in the charset "utf-8", and it names no other. Ask the partner to name it in Content-Type, for example "text/csv; charset=iso-8859-1"'
