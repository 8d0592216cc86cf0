import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import busboy from 'busboy'
import { isPrototypeName } from '../../json/index.js'
import { invalid, Problem } from '../../ground/problem.js'
import { text } from '../../ground/text.js'
import { boundaryOf, Delimiter } from './boundary.js'
import { RequestPieces } from './request_pieces.js'
import { isOfUploaders, unknownField } from './unknown_field.js'

const limits = { fields: 20, fieldSize: 64 * 1024 }

/** A file as it arrives. Its bytes must be read before the form can end. */
export interface IncomingFile {
  /** The name as sent by the client, unchecked. */
  name: string
  mimeType: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * A multipart form with files, read as a stream. The connection is read only as fast as the files are taken,
 * and no file is buffered. Busboy parses everything except the content of files. Of that it gets only the first
 * and the last piece, because it is slow: it checks each byte.
 */
export class UploadForm {
  /** The fields that have arrived so far; complete after `end`. */
  readonly fields: Record<string, string> = Object.create(null)
  readonly #pieces: RequestPieces
  readonly #parser: busboy.Busboy
  readonly #delimiter: Delimiter | undefined
  /** The last bytes given to the parser. */
  #lastBytes: Buffer = Buffer.alloc(0)
  /** Files whose part has begun but that the caller has not taken yet. */
  readonly #begun: IncomingFile[] = []
  #hasFile = false
  #failure: Problem | undefined
  #closed = false

  /**
   * @param field name of the parts with a file
   * @param assertAllowed called once the form is complete (`stillAllowed`)
   * @param maxFiles with several files, fields must precede the first one, because they apply to every file
   * @param known allowed fields in addition to the file; any others when absent
   * @throws Problem 400 for an unreadable header
   */
  constructor(
    request: IncomingMessage,
    private readonly field: string,
    private readonly assertAllowed: () => Promise<void>,
    private readonly maxFiles = 1,
    private readonly known?: readonly string[]
  ) {
    const { 'content-type': type = '' } = request.headers
    const boundary = boundaryOf(type)
    this.#delimiter = boundary === undefined ? undefined : new Delimiter(boundary)
    // The boundary is quoted, so that the parser and this class search for the same one.
    this.#parser = parserFor(
      boundary ? `multipart/form-data; boundary="${boundary}"` : type,
      maxFiles
    )
    this.#listen()
    this.#pieces = new RequestPieces(request)
  }

  /**
   * Returns the next file, as soon as its part begins.
   * @throws Problem when the form has no file
   */
  async file(): Promise<IncomingFile> {
    const file = await this.#nextFile()
    if (file) return file
    const { field } = this
    throw invalid(field, text('The form has no file in the field "{field}".', { field }))
  }

  /**
   * Yields all files. Read each one before the next.
   * @throws Problem when the form has no file, or too many
   */
  async *files(): AsyncGenerator<IncomingFile> {
    yield await this.file()
    for (let file; (file = await this.#nextFile());) yield file
  }

  /**
   * Resolves when the whole form is read.
   * @throws Problem when the form is incomplete, or the caller may not upload or no longer may
   */
  async end(): Promise<void> {
    for (let piece; (piece = await this.#next());) await this.#parse(piece)
    await this.#finish()
    await this.assertAllowed()
  }

  /** Stops reading. The rest of the body is discarded, so that the client receives the answer. */
  abandon(): void {
    this.#parser.destroy()
    this.#pieces.drop()
  }

  async #nextFile(): Promise<IncomingFile | undefined> {
    for (;;) {
      const file = this.#begun.shift()
      if (file) return file
      const piece = await this.#next()
      if (!piece) {
        await this.#finish()
        return this.#begun.shift()
      }
      await this.#parse(piece)
    }
  }

  #listen(): void {
    this.#parser
      .on('close', () => (this.#closed = true))
      .on('error', (error) => this.#fail(unreadable(error)))
      .on('filesLimit', () => this.#fail(tooMany(this.field, this.maxFiles)))
      .on('fieldsLimit', () =>
        this.#fail(invalid('', text('Send at most {most} fields.', { most: limits.fields })))
      )
      .on('field', (name, value) => {
        if (isPrototypeName(name)) {
          this.#fail(invalid(name, text('No field may be named "{name}".', { name })))
        } else if (this.known && !this.known.includes(name)) {
          if (!isOfUploaders(name)) this.#fail(unknownField(name, [...this.known, this.field]))
        } else if (this.#hasFile && this.maxFiles > 1) this.#fail(fieldAfterFile(name))
        else this.fields[name] = value
      })
      .on('file', (name, bytes, { filename, mimeType }) => {
        this.#hasFile = true
        const part = new FilePart(bytes)
        const { field } = this
        if (name === field && filename) {
          const name = decodedName(filename)
          this.#begun.push({ name, mimeType, bytes: this.#bytesOf(part) })
        } else {
          const sentence = text('The file must be in the form field "{field}", with a file name.', {
            field,
          })
          this.#fail(invalid(field, sentence))
        }
      })
  }

  async *#bytesOf(part: FilePart): AsyncGenerator<Uint8Array> {
    for (;;) {
      yield* part.taken()
      if (await part.hasEnded()) return
      const piece = await this.#next()
      if (!piece) return await this.#finish()
      if (!this.#delimiter || this.#delimiter.begunIn(this.#lastBytes) > 0) await this.#parse(piece)
      else yield* this.#contentOf(this.#delimiter, piece)
    }
  }

  /** Yields the bytes of the file until a complete delimiter, which the parser handles. */
  async *#contentOf(delimiter: Delimiter, first: Buffer): AsyncGenerator<Uint8Array> {
    for (let piece: Buffer | undefined = first, begun = Buffer.alloc(0); piece;) {
      const bytes: Buffer = begun.length > 0 ? Buffer.concat([begun, piece]) : piece
      const at = delimiter.indexIn(bytes)
      if (at >= 0) {
        if (at > 0) yield bytes.subarray(0, at)
        return await this.#parse(bytes.subarray(at))
      }
      const length = bytes.length - delimiter.begunIn(bytes)
      begun = Buffer.from(bytes.subarray(length))
      if (length > 0) yield length < bytes.length ? bytes.subarray(0, length) : bytes
      piece = await this.#next()
    }
  }

  async #next(): Promise<Buffer | undefined> {
    try {
      return await this.#pieces.next()
    } catch (error) {
      this.#parser.destroy()
      throw unreadable(error)
    }
  }

  async #parse(piece: Buffer): Promise<void> {
    const { length } = this.#delimiter ?? {}
    if (length) {
      this.#lastBytes = Buffer.concat([this.#lastBytes, piece.subarray(-length)]).subarray(-length)
    }
    await new Promise<void>((resolve) => this.#parser.write(piece, () => resolve()))
    if (this.#failure) throw this.#failure
  }

  async #finish(): Promise<void> {
    this.#parser.end()
    // The parser closes after its last event, even when it fails.
    if (!this.#closed) await new Promise((resolve) => this.#parser.once('close', resolve))
    if (this.#failure) throw this.#failure
  }

  #fail(problem: Problem): void {
    this.#failure ??= problem
  }
}

/** Collects the parser's events for one file. */
class FilePart {
  readonly #bytes: Buffer[] = []
  #ended = false

  constructor(bytes: Readable) {
    bytes
      .on('data', (piece: Buffer) => this.#bytes.push(piece))
      .once('end', () => (this.#ended = true))
      // The parser itself reports the same error.
      .on('error', () => undefined)
  }

  taken(): Buffer[] {
    return this.#bytes.splice(0)
  }

  async hasEnded(): Promise<boolean> {
    // A stream emits its `end` event asynchronously.
    if (!this.#ended) await setImmediate()
    return this.#ended
  }
}

/**
 * Decodes a file name. Browsers and curl encode only these three characters and leave all others as they are
 * (HTML, 4.10.21.8).
 */
const decodedName = (name: string) =>
  name.replace(/%(22|0D|0A)/gi, (written) => decodeURIComponent(written))

const tooMany = (field: string, most: number) =>
  invalid(
    field,
    most === 1
      ? text('Send one file per request.')
      : text('Send at most {most} files per request.', { most })
  )

const fieldAfterFile = (name: string) =>
  invalid(
    name,
    text('The field "{name}" comes after a file. Send it before the first one.', { name })
  )

function parserFor(contentType: string, files: number): busboy.Busboy {
  const headers = { 'content-type': contentType }
  try {
    return busboy({
      headers,
      limits: { ...limits, files },
      preservePath: true,
      defParamCharset: 'utf8',
    })
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(error: unknown): Problem {
  if (error instanceof Problem) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new Problem(
    400,
    'E_FORM',
    text('The multipart form cannot be read: {reason}.', { reason })
  )
}
