import { parseJson } from '../json/index.js'
import { decodeText } from './charset.js'
import { ContentError } from './content_error.js'
import { unpack, type Content } from './unpack.js'

/**
 * Parsing JSON blocks every other request. Later steps get 64 KiB at most, so a larger answer is useful only if
 * white space makes it large.
 */
const MAX_PARSED_BYTES = 256 * 1024

/** Types that are never text. SVG is text. */
const binaryType = /^(image|audio|video|font)\/(?!.*\+xml)|^application\/(pdf|zip|gzip)$/
/** Types that claim to be text: bytes that are no text are then an error. */
const textType =
  /^text\/|\b(xml|json|yaml|csv|html)\b|ndjson|jsonl|javascript|x-www-form-urlencoded/
/** Formats that may begin like JSON, and may be JSON by chance: one line of NDJSON, one cell of CSV. */
const otherFormat = /ndjson|jsonl|json-?(lines|seq|text-seq|stream)|csv|yaml|tab-separated/

export interface ReadContent {
  /** Null for binary content. */
  text: string | null
  /** Null without content, the value of JSON, other text as it is, and `{ contentType, size }` for the rest. */
  value: unknown
  /** Why the value is a text although JSON was expected. */
  notParsed?: string
}

/**
 * Turns bytes from another server into a value: unpacks, decodes, and parses them if the type or the first
 * character says JSON. Nothing is guessed: content that contradicts its own headers is an error.
 * @param maxBytes limit of the unpacked size
 * @throws ContentError, and ContentTooLarge beyond `maxBytes`
 */
export async function readContent(content: Content, maxBytes: number): Promise<ReadContent> {
  const { headers, body } = await unpack(content, maxBytes)
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (bytes.length === 0) return { text: '', value: null }
  const type = headers['content-type'] ?? ''
  const text = textOf(type, bytes)
  if (text === null) return { text, value: { contentType: type, size: bytes.length } }
  return { text, ...valueOf(essenceOf(type), text, bytes.length) }
}

/** `application/json` of `Application/JSON; charset=utf-8`. */
const essenceOf = (type: string): string => (type.split(/[;,]/)[0] ?? '').trim().toLowerCase()

/** Null for content that does not claim to be text and is binary or large. @throws ContentError */
function textOf(type: string, bytes: Buffer): string | null {
  const essence = essenceOf(type)
  if (binaryType.test(essence)) return null
  // A charset proves nothing: servers add it to files of every type.
  const claimsText = textType.test(essence)
  const mayBeText = essence === '' || bytes.length <= MAX_PARSED_BYTES
  if (!claimsText && (!mayBeText || bytes.subarray(0, 5).equals(pdf))) return null
  try {
    const text = decodeText(type, bytes)
    if (text.includes('\0')) throw new ContentError('it contains a NUL, which no text has')
    return claimsText || !binarySign.test(text) ? text : null
  } catch (error) {
    if (error instanceof ContentError && !claimsText) return null
    throw error
  }
}

function valueOf(type: string, text: string, size: number): Omit<ReadContent, 'text'> {
  const isJson = type === '' || /\bjson\b/.test(type)
  if (otherFormat.test(type) || (!isJson && !/^\s*[[{]/.test(text))) return { value: text }
  if (size <= MAX_PARSED_BYTES) return parsed(type, text)
  return {
    value: text,
    notParsed: `The answer has ${size} bytes. JSON of more than ${MAX_PARSED_BYTES} is not parsed but kept as shortened text.`,
  }
}

/**
 * Parses JSON. Content of another type that only begins like JSON stays text. If the type is JSON and the
 * content begins like JSON, a parse error is thrown, because a part may be missing. Other content of that type
 * (`OK`, a gateway's page) stays text, with a note.
 * @throws ContentError
 */
function parsed(type: string, text: string): Omit<ReadContent, 'text'> {
  try {
    return { value: parseJson(text) }
  } catch {
    if (!/\bjson\b/.test(type)) return { value: text }
    if (/^\s*[[{"]/.test(text))
      throw new ContentError('its type is JSON, but it is damaged or cut off', true)
    return {
      value: text,
      notParsed: `The answer has the type JSON (${type}) but cannot be parsed. It is kept as text.`,
    }
  }
}

/** Characters that no text contains (WHATWG MIME Sniffing, 3). */
// eslint-disable-next-line no-control-regex
const binarySign = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/
const pdf = Buffer.from('%PDF-')
