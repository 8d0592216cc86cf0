import { extname } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import { Mime } from 'mime/lite'
import otherTypes from 'mime/types/other.js'
import standardTypes from 'mime/types/standard.js'
import { isText, sniffedBytes } from './shown_as.js'

const UNKNOWN = 'application/octet-stream'

/**
 * For clients that send no type (programs mostly send octet-stream). These types take precedence over the
 * registered ones: `.ts` is more likely source code than an MPEG stream, and `.edi` may be one of two text
 * standards.
 */
const byExtension = new Mime(standardTypes, otherTypes).define(
  {
    'application/vnd.apache.parquet': ['parquet'],
    'text/plain': ['edi'],
    'text/typescript': ['ts'],
  },
  true
)

/** Other names of a type in old programs and libraries. Previews and partner systems expect the registered name. */
const aliases: Record<string, readonly string[]> = {
  'image/jpeg': ['image/jpg', 'image/jpe', 'image/pjpeg', 'image/x-jpeg', 'image/x-jpg'],
  'image/png': ['image/x-png', 'image/vnd.mozilla.apng'],
  'image/gif': ['image/x-gif'],
  'image/webp': ['image/x-webp'],
  'image/tiff': ['image/tif', 'image/x-tif', 'image/x-tiff', 'application/tiff'],
  'image/bmp': ['image/x-bmp', 'image/x-ms-bmp', 'image/ms-bmp', 'image/x-windows-bmp'],
  'image/svg+xml': ['image/svg', 'image/svg-xml', 'application/svg+xml'],
  'image/heic': ['image/x-heic'],
  'image/heif': ['image/x-heif'],
  'image/avif': ['image/x-avif'],
  'application/pdf': [
    'application/x-pdf',
    'application/acrobat',
    'application/vnd.pdf',
    'applications/vnd.pdf',
    'application/x-bzpdf',
    'image/pdf',
    'text/pdf',
    'text/x-pdf',
  ],
  'application/zip': [
    'application/x-zip',
    'application/x-zip-compressed',
    'application/zip-compressed',
    'application/x-compress-zip',
    'multipart/x-zip',
  ],
  'application/gzip': ['application/x-gzip', 'application/x-gunzip', 'application/gzipped'],
  'application/json': ['text/json', 'text/x-json', 'application/x-json'],
  'text/csv': [
    'application/csv',
    'application/x-csv',
    'text/x-csv',
    'text/comma-separated-values',
    'text/x-comma-separated-values',
  ],
  'text/javascript': [
    'application/javascript',
    'application/x-javascript',
    'text/x-javascript',
    'application/ecmascript',
  ],
  'text/markdown': ['text/x-markdown'],
  'text/plain': ['text/text', 'text/x-plain', 'plain/text'],
  'audio/mpeg': ['audio/mp3', 'audio/mpeg3', 'audio/x-mp3', 'audio/x-mpeg', 'audio/x-mpeg-3'],
  'audio/wav': ['audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'audio/x-pn-wav'],
  'audio/mp4': ['audio/m4a', 'audio/x-m4a', 'audio/x-mp4'],
  'audio/flac': ['audio/x-flac'],
  'video/mp4': ['video/x-m4v', 'video/mpeg4', 'video/x-mp4'],
}

const byAlias = new Map(
  Object.entries(aliases).flatMap(([type, words]) => words.map((word) => [word, type] as const))
)

/** Types that clients send for any file. */
const unknownWords = new Set([
  UNKNOWN,
  'application/octetstream',
  'application/octet',
  'application/x-octet-stream',
  'binary/octet-stream',
  'octet/stream',
  'application/binary',
  'application/x-binary',
  'application/force-download',
  'application/x-force-download',
  'application/forcedownload',
  'application/x-forcedownload',
  'application/download',
  'application/x-download',
  'application/save',
  'application/save-as',
  'application/file',
  'application/x-file',
  'application/unknown',
  'application/x-unknown',
  'application/x-unknown-content-type',
  'application/x-unknown-application-octet-stream',
  'unknown/unknown',
  'content/unknown',
  'file/unknown',
  'application/x-empty',
  'inode/x-empty',
  'application/data',
  // curl sends this type for any body without a type.
  'application/x-www-form-urlencoded',
])

/** The default type of a form part (RFC 7578). The type by file name has priority. */
const WEAK = 'text/plain'

/** The registered name of a type, in lower case and without parameters; undefined for an invalid or unknown type. */
export function registeredType(given: string): string | undefined {
  const word = given.split(';', 1)[0]!.trim().toLowerCase()
  const isType = word.length <= 255 && /^[\w.+!#$&^-]+\/[\w.+!#$&^-]+$/.test(word)
  return isType && !unknownWords.has(word) ? (byAlias.get(word) ?? word) : undefined
}

/** The type of an incoming file: the type that the client sends, else the type by its name, else the type by its first bytes. */
export class FileType {
  readonly #first: Buffer[] = []
  #missing = sniffedBytes
  readonly #said: string | undefined
  readonly #unproven: string

  /** @param given the type that the client sends; empty without one */
  constructor(name: string, given: string) {
    const type = registeredType(given)
    const isSaid = type !== undefined && type !== WEAK
    this.#said = isSaid ? type : registeredType(byExtension.getType(extname(name)) ?? '')
    this.#unproven = type ?? UNKNOWN
  }

  /** Whether the first bytes must decide the type. */
  get isUndecided(): boolean {
    return this.#said === undefined
  }

  /** The type before any byte is known. */
  get soFar(): string {
    return this.#said ?? this.#unproven
  }

  /** Yields the bytes unchanged, and keeps the first ones if they decide the type. */
  through(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return this.isUndecided ? this.#keepFirstBytes(bytes) : bytes
  }

  /** The type by the bytes so far; final once `through` has ended. */
  async found(): Promise<string> {
    return this.#said ?? (await detectType(Buffer.concat(this.#first))) ?? this.#unproven
  }

  async *#keepFirstBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      if (this.#missing > 0) {
        // Copy the bytes, because the store reuses this memory.
        const some = Buffer.from(piece.subarray(0, this.#missing))
        this.#first.push(some)
        this.#missing -= some.length
      }
      yield piece
    }
  }
}

/** Skips texts, because a text may begin like a picture: bitmaps begin with "BM". */
async function detectType(first: Buffer): Promise<string | undefined> {
  if (isText(first) && !first.subarray(0, 5).equals(Buffer.from('%PDF-'))) return undefined
  const found = await fileTypeFromBuffer(first).catch(() => undefined)
  return found && registeredType(found.mime)
}
