import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { ContentError, ContentTooLarge } from './content_error.js'

interface Options {
  maxOutputLength: number
  info: true
}

type Unpacker = (bytes: Uint8Array, options: Options) => Promise<unknown>

const inflate: Unpacker = promisify(zlib.inflate)
const inflateRaw: Unpacker = promisify(zlib.inflateRaw)
const gunzip: Unpacker = promisify(zlib.gunzip)

/** Content codings (RFC 9110, 8.4.1), by their names in lower case. */
const unpackers: Record<string, Unpacker> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  // The name means the zlib format. Many servers send raw deflate without it.
  deflate: (bytes, options) =>
    isZlib(bytes) ? inflate(bytes, options) : inflateRaw(bytes, options),
  br: promisify(zlib.brotliDecompress),
  zstd: promisify(zlib.zstdDecompress),
}
/** Other values for "not packed" that servers send. */
const notPacked = new Set(['', 'identity', 'none', 'utf-8', 'utf8', 'chunked'])
/** The same limit as in curl: each coding costs as much as the one before. */
const maxCodings = 5

/** Codings that `unpack` reads, for Accept-Encoding. */
export const acceptedCodings = 'gzip, deflate, br, zstd'

/** The body of a request or an answer over HTTP, with the headers that describe it. */
export interface Content {
  /** Names in lower case. */
  headers: Record<string, string | undefined>
  body: Uint8Array
}

/**
 * Removes the content codings, the last applied one first. Headers about the packed bytes are removed, so that
 * headers and body stay consistent.
 * @throws ContentError for an unknown coding and for bytes that do not fit theirs
 * @throws ContentTooLarge beyond `maxBytes` unpacked bytes
 */
export async function unpack<C extends Content>(content: C, maxBytes: number): Promise<C> {
  const codings = codingsOf(content.headers)
  if (codings.length === 0 || content.body.length === 0) return content
  if (codings.length > maxCodings) {
    throw new ContentError(`it is packed ${codings.length} times, which is more than ${maxCodings}`)
  }
  let { body } = content
  for (const coding of codings.reverse()) body = await unpackOne(coding, body, maxBytes)
  const headers = { ...content.headers }
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) {
    delete headers[name]
  }
  return { ...content, headers, body }
}

/** Codings in the order in which they were applied: those of the content, then those of the transfer. */
const codingsOf = (headers: Content['headers']): string[] =>
  [headers['content-encoding'], headers['transfer-encoding']]
    .flatMap((header) => (header ?? '').split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => !notPacked.has(coding))

async function unpackOne(coding: string, bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  const unpacker = Object.hasOwn(unpackers, coding) ? unpackers[coding] : undefined
  if (!unpacker) throw new ContentError(`Crossdock does not read its content coding "${coding}"`)
  const misfit = () => new ContentError(`its bytes do not fit its content coding "${coding}"`, true)
  // Errors of zlib have many codes, and all but one mean damaged bytes.
  const unpacked = unpacker(bytes, { maxOutputLength: maxBytes, info: true }).catch((error) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw misfit()
    throw new ContentTooLarge(`unpacked, it has more than ${maxBytes} bytes`)
  })
  // The types lack the result shape of `info`.
  const { buffer, engine } = (await unpacked) as { buffer: Buffer; engine: zlib.Gzip }
  // zlib ignores bytes after the end of the packed data.
  if (engine.bytesWritten !== bytes.length) throw misfit()
  return buffer
}

/** RFC 1950, 2.2: the method is deflate, and the first two bytes are a multiple of 31. */
const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
