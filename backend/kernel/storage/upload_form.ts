import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { tooSlow } from '../http/pace.js'
import { isPrototypeName } from '../json/index.js'
import { invalid, Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'

const limits = { files: 1, fields: 20, fieldSize: 64 * 1024 }

/** A file as it arrives; its bytes must be read before the form can end. */
export interface IncomingFile {
  /** As the client gave it: unchecked. */
  name: string
  mimeType: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * A multipart form with one file, read as a stream: the connection is only read as fast as the
 * file is taken, and nothing of it is kept.
 */
export class UploadForm {
  /** The fields that have arrived so far; all of them after `end`. */
  readonly fields: Record<string, string> = Object.create(null)
  readonly #request: IncomingMessage
  readonly #parser: busboy.Busboy
  readonly #ended: Promise<void>
  readonly #file: Promise<IncomingFile>

  /** @param field name of the part that holds the file. @throws Problem 400 for an unreadable header. */
  constructor(request: IncomingMessage, field: string) {
    this.#request = request
    this.#parser = parserFor(request)
    this.#ended = this.#watchEnd()
    this.#file = this.#watchFile(field)
    // Both are met where they are awaited, which may be never.
    this.#ended.catch(() => undefined)
    this.#file.catch(() => undefined)
    request.once(tooSlow, (problem) => this.#parser.destroy(problem))
    request.once('error', (error) => this.#parser.destroy(error))
    request.once('close', () => {
      if (!request.complete) this.#parser.destroy(new Error('the connection was closed'))
    })
    request.pipe(this.#parser)
  }

  /** The file, as soon as its part begins. @throws Problem when the form has none. */
  file(): Promise<IncomingFile> {
    return this.#file
  }

  /** Resolves when the whole form was read. @throws Problem when it is not complete or not allowed. */
  end(): Promise<void> {
    return this.#ended
  }

  /** Reads no further. What the client still sends is dropped, so that it gets to see the answer. */
  abandon(): void {
    this.#request.unpipe(this.#parser)
    this.#parser.destroy()
    this.#request.resume()
  }

  #watchEnd(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#parser
        .on('close', resolve)
        .on('error', (error) => reject(unreadable(error)))
        .on('filesLimit', () => reject(invalid('file', text('Send one file per request.'))))
        .on('fieldsLimit', () =>
          reject(invalid('', text('Send at most {most} fields.', { most: limits.fields })))
        )
        .on('field', (name, value) => {
          if (isPrototypeName(name)) {
            reject(invalid(name, text('No field may be named "{name}".', { name })))
          } else this.fields[name] = value
        })
    })
  }

  #watchFile(field: string): Promise<IncomingFile> {
    return new Promise((resolve, reject) => {
      this.#parser.on('file', (name, bytes, { filename, mimeType }) => {
        // Whoever reads the bytes meets the error; nobody may be reading.
        bytes.on('error', () => undefined)
        if (name === field && filename) {
          return resolve({ name: filename, mimeType, bytes: orUnreadable(bytes) })
        }
        reject(
          invalid(
            field,
            text('The file must be in the form field "{field}", with a file name.', { field })
          )
        )
      })
      const sentence = text('The form has no file in the field "{field}".', { field })
      const missing = invalid(field, sentence)
      this.#ended.then(() => reject(missing), reject)
    })
  }
}

function parserFor(request: IncomingMessage): busboy.Busboy {
  const { headers } = request
  try {
    return busboy({ headers, limits, preservePath: true, defParamCharset: 'utf8' })
  } catch (error) {
    throw unreadable(error)
  }
}

/** A file that stops in the middle is the sender's fault, whoever reads it. */
async function* orUnreadable(bytes: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
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
