import { randomBytes } from 'node:crypto'
import {
  charsetIn,
  charsetToWrite,
  ContentError,
  encodeText,
  type EgressRequest,
} from '@crossdock/kernel/egress'
import { CallRefused } from '../../placeholders/call_refused.js'
import { isRecord, textOf } from '../../placeholders/values.js'
import type { Call, CallFile } from '../../contracts/index.js'
import type { HeaderMap } from './header_map.js'

interface EncodedBody {
  body: EgressRequest['body']
  shownBody: unknown
}

/** Returns the bytes of a body, with the headers that describe them. */
export function encodeBody(call: Call, content: unknown, headers: HeaderMap): EncodedBody {
  if (call.sendFile !== 'none') return encodeFile(call, content, headers)
  if (content === null || content === undefined) return { body: undefined, shownBody: null }

  const type = headers.get('Content-Type') ?? ''
  if (typeof content === 'string') {
    if (!type) headers.set('Content-Type', `text/plain; charset=${charsetToWrite('', content)}`)
    return { body: encodeInCharset(type, content), shownBody: content }
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(type) && isRecord(content)) {
    return { body: encodeForm(type, content), shownBody: content }
  }
  if (!type) headers.set('Content-Type', 'application/json')
  return { body: encodeInCharset(type, JSON.stringify(content)), shownBody: content }
}

/**
 * Encodes a body in the charset of its Content-Type. UTF-8 text is returned as text.
 * @throws CallRefused
 */
function encodeInCharset(type: string, text: string): string | Buffer {
  try {
    const bytes = encodeText(type, text)
    return /^utf-?8$/i.test(charsetToWrite(type, text)) ? text : bytes
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    throw new CallRefused(`The body cannot be sent: ${error.message}.`)
  }
}

/** Encodes a form as application/x-www-form-urlencoded, in the charset of the Content-Type (WHATWG URL, 5.2). */
function encodeForm(type: string, content: Record<string, unknown>): string {
  const charset = charsetIn(type)
  const named = charset === undefined ? '' : `;charset=${charset}`
  const encode = (text: string) =>
    Buffer.from(encodeInCharset(named, text))
      .toString('latin1')
      .replace(/[^\w.*-]/g, (byte) => (byte === ' ' ? '+' : percent(byte)))
  return Object.entries(content)
    .map(([name, value]) => `${encode(name)}=${encode(textOf(value))}`)
    .join('&')
}

const percent = (byte: string): string =>
  `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

function encodeFile(call: Call, content: unknown, headers: HeaderMap): EncodedBody {
  const { file, endpoint } = call
  if (!file) {
    throw new CallRefused(`Endpoint ${endpoint.name} sends a file, but this execution has none.`)
  }
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    throw new CallRefused(
      `A ${endpoint.method} request cannot carry a file. Use POST, PUT or PATCH.`
    )
  }
  const shownFile = { name: file.name, mimeType: file.mimeType, size: file.size }
  if (call.sendFile === 'body') {
    headers.set('Content-Type', typeOf(file))
    headers.set('Content-Length', String(file.size))
    return { body: file.open(), shownBody: { file: shownFile } }
  }
  if (content !== null && !isRecord(content)) {
    throw new CallRefused('A multipart request needs a body that is a JSON object of fields.')
  }
  const fields = Object.entries(content ?? {})
  return {
    body: encodeMultipart(file, fields, headers),
    shownBody: { ...content, file: shownFile },
  }
}

/** Encodes a form as multipart/form-data: the fields, then the file as `file`, which is streamed. */
function encodeMultipart(file: CallFile, fields: [string, unknown][], headers: HeaderMap) {
  const boundary = `crossdock-${randomBytes(16).toString('hex')}`
  const head = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoteName(name)}"\r\n\r\n${textOf(value)}\r\n`
  )
  head.push(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoteName(file.name)}"\r\nContent-Type: ${typeOf(file)}\r\n\r\n`
  )
  const before = Buffer.from(head.join(''))
  const after = Buffer.from(`\r\n--${boundary}--\r\n`)
  headers.set('Content-Type', `multipart/form-data; boundary=${boundary}`)
  headers.set('Content-Length', String(before.length + file.size + after.length))
  return (async function* () {
    yield before
    yield* file.open()
    yield after
  })()
}

/** Escapes a name as browsers do (WHATWG HTML, multipart/form-data encoding). */
function quoteName(text: string): string {
  return text.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22')
}

function typeOf(file: CallFile): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(file.mimeType) ? file.mimeType : 'application/octet-stream'
}
