import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import busboy from 'busboy'
import { isPrototypeName } from '../json/index.js'
import { invalid, Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { boundaryOf, Delimiter } from './boundary.js'
import { RequestPieces } from './request_pieces.js'
import { isOfUploaders, unknownField } from './unknown_field.js'

const limits = { fields: 20, fieldSize: 64 * 1024 }

/** A file as it arrives; its bytes must be read before the form can end. */
export interface IncomingFile {
  /** As the client gave it: unchecked. */
  name: string
  mimeType: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * A multipart form with files, read as a stream: the connection is only read as fast as they
 * are taken, and nothing of them is kept. What stands around a file is left to busboy; of the file it gets the
 * first piece and what comes with the end, because it looks at bytes one by one.
 */
export class UploadForm {
  /** The fields that have arrived so far; all of them after `end`. */
  readonly fields: Record<string, string> = Object.create(null)
  readonly #pieces: RequestPieces
  readonly #parser: busboy.Busboy
  readonly #delimiter: Delimiter | undefined
  /** The last bytes the parser was given. */
  #given: Buffer = Buffer.alloc(0)
  /** Whose parts have begun, and nobody has taken yet. */
  readonly #begun: IncomingFile[] = []
  #hasFile = false
  #failure: Problem | undefined
  #closed = false

  /**
   * @param field name of the parts that hold a file
   * @param assertAllowed asked once the form is whole (`stillAllowed`)
   * @param mostFiles it may have; fields of several come before the first, for they say what is to be done with each
   * @param known fields it may have beside the file; any others when absent
   * @throws Problem 400 for an unreadable header
   */
  constructor(
    request: IncomingMessage,
    private readonly field: string,
    private readonly assertAllowed: () => Promise<void>,
    private readonly mostFiles = 1,
    private readonly known?: readonly string[]
  ) {
    const { 'content-type': type = '' } = request.headers
    const boundary = boundaryOf(type)
    this.#delimiter = boundary === undefined ? undefined : new Delimiter(boundary)
    // So that both search for the same.
    this.#parser = parserFor(
      boundary ? `multipart/form-data; boundary="${boundary}"` : type,
      mostFiles
    )
    this.#listen()
    this.#pieces = new RequestPieces(request)
  }

  /** The next file, as soon as its part begins. @throws Problem when the form has none. */
  async file(): Promise<IncomingFile> {
    const file = await this.#nextFile()
    if (file) return file
    const { field } = this
    throw invalid(field, text('The form has no file in the field "{field}".', { field }))
  }

  /** All files, each of which must be read before the next. @throws Problem when the form has none, or too many. */
  async *files(): AsyncGenerator<IncomingFile> {
    yield await this.file()
    for (let file; (file = await this.#nextFile());) yield file
  }

  /** Resolves when the whole form was read. @throws Problem when it is not complete or not allowed, or no longer. */
  async end(): Promise<void> {
    for (let piece; (piece = await this.#next());) await this.#parse(piece)
    await this.#finish()
    await this.assertAllowed()
  }

  /** Reads no further. What the client still sends is dropped, so that it gets to see the answer. */
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
      .on('filesLimit', () => this.#fail(tooMany(this.field, this.mostFiles)))
      .on('fieldsLimit', () =>
        this.#fail(invalid('', text('Send at most {most} fields.', { most: limits.fields })))
      )
      .on('field', (name, value) => {
        if (isPrototypeName(name)) {
          this.#fail(invalid(name, text('No field may be named "{name}".', { name })))
        } else if (this.known && !this.known.includes(name)) {
          if (!isOfUploaders(name)) this.#fail(unknownField(name, [...this.known, this.field]))
        } else if (this.#hasFile && this.mostFiles > 1) this.#fail(late(name))
        else this.fields[name] = value
      })
      .on('file', (name, bytes, { filename, mimeType }) => {
        this.#hasFile = true
        const part = new FilePart(bytes)
        const { field } = this
        if (name === field && filename) {
          const name = asNamed(filename)
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
      if (!this.#delimiter || this.#delimiter.begunIn(this.#given) > 0) await this.#parse(piece)
      else yield* this.#beside(this.#delimiter, piece)
    }
  }

  /** Bytes of the file up to a delimiter that is whole, with which the parser goes on. */
  async *#beside(delimiter: Delimiter, first: Buffer): AsyncGenerator<Uint8Array> {
    for (let piece: Buffer | undefined = first, begun = Buffer.alloc(0); piece;) {
      const bytes: Buffer = begun.length > 0 ? Buffer.concat([begun, piece]) : piece
      const at = delimiter.indexIn(bytes)
      if (at >= 0) {
        if (at > 0) yield bytes.subarray(0, at)
        return await this.#parse(bytes.subarray(at))
      }
      const whole = bytes.length - delimiter.begunIn(bytes)
      begun = Buffer.from(bytes.subarray(whole))
      if (whole > 0) yield whole < bytes.length ? bytes.subarray(0, whole) : bytes
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
      this.#given = Buffer.concat([this.#given, piece.subarray(-length)]).subarray(-length)
    }
    await new Promise<void>((resolve) => this.#parser.write(piece, () => resolve()))
    if (this.#failure) throw this.#failure
  }

  async #finish(): Promise<void> {
    this.#parser.end()
    // It closes when it has told all, and also when it fails.
    if (!this.#closed) await new Promise((resolve) => this.#parser.once('close', resolve))
    if (this.#failure) throw this.#failure
  }

  #fail(problem: Problem): void {
    this.#failure ??= problem
  }
}

/** What the parser tells of a file. */
class FilePart {
  readonly #bytes: Buffer[] = []
  #ended = false

  constructor(bytes: Readable) {
    bytes
      .on('data', (piece: Buffer) => this.#bytes.push(piece))
      .once('end', () => (this.#ended = true))
      // Told by the parser, too.
      .on('error', () => undefined)
  }

  taken(): Buffer[] {
    return this.#bytes.splice(0)
  }

  async hasEnded(): Promise<boolean> {
    // A stream tells its end behind what is running.
    if (!this.#ended) await setImmediate()
    return this.#ended
  }
}

/** Browsers and curl write these three signs of a file's name so, and leave every other one as it is (HTML, 4.10.21.8). */
const asNamed = (name: string) =>
  name.replace(/%(22|0D|0A)/gi, (written) => decodeURIComponent(written))

const tooMany = (field: string, most: number) =>
  invalid(
    field,
    most === 1
      ? text('Send one file per request.')
      : text('Send at most {most} files per request.', { most })
  )

const late = (name: string) =>
  invalid(
    name,
    text('The field "{name}" comes behind a file. Send it before the first one.', { name })
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
