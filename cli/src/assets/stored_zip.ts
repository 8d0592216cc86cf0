import { crc32 } from 'node:zlib'
import { CliError, ExitCode } from '../errors.js'

/** The header before each file of a zip (PKWARE's APPNOTE 6.3.10, 4.3.7); numbers are little endian. */
const SIGNATURE = 0x04034b50
const HEADER_BYTES = 30

/**
 * Reads the files of a zip in order, while its bytes arrive. It supports what the server writes: uncompressed
 * files with their length in front.
 * @param most size limit of one file in bytes
 * @throws UnexpectedZip for any other zip or data, or when a checksum does not match
 */
export async function* storedFiles(
  chunks: AsyncIterable<Uint8Array>,
  most: number
): AsyncGenerator<Buffer> {
  const source = new Source(chunks)
  try {
    for (;;) {
      const header = await source.take(HEADER_BYTES)
      // The central directory follows the files. Read it to the end so that the connection can be reused.
      if (header.readUInt32LE(0) !== SIGNATURE) return await source.drain()
      const size = header.readUInt32LE(22)
      const isStored = header.readUInt16LE(8) === 0 && header.readUInt32LE(18) === size
      if (!isStored || size > most) throw new UnexpectedZip()
      const [name, extra] = [header.readUInt16LE(26), header.readUInt16LE(28)]
      await source.take(name + extra)
      const bytes = await source.take(size)
      if (crc32(bytes) !== header.readUInt32LE(14)) throw new UnexpectedZip()
      yield bytes
    }
  } finally {
    await source.close()
  }
}

/** The response is not a zip of the expected kind. */
export class UnexpectedZip extends CliError {
  constructor() {
    super(ExitCode.failure, 'The server sent an unexpected zip file.')
  }
}

/** Reads bytes in chunks of a requested size. */
class Source {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  async take(count: number): Promise<Buffer> {
    const pieces = [this.#rest]
    let length = this.#rest.length
    while (length < count) {
      const { done, value } = await this.#chunks.next()
      if (done) throw new UnexpectedZip()
      pieces.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
      length += value.byteLength
    }
    const all = pieces.length === 1 ? this.#rest : Buffer.concat(pieces)
    this.#rest = all.subarray(count)
    return all.subarray(0, count)
  }

  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
