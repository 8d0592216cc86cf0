import { Buffer } from 'node:buffer'
import { EndpointError } from '@crossdock/sync/contracts'
import { RequestFailed, shownPath, status, type Requests } from './requests.js'

/** Every server accepts requests of this size. */
const pieceBytes = 32 * 1024
/** Maximum concurrent requests. One at a time would wait a round trip for each piece. */
const mostAtOnce = 32

/**
 * Reads an open file up to its known size.
 * @throws EndpointError if the file has become shorter
 */
export async function* readPieces(
  requests: Requests,
  path: string,
  handle: Buffer,
  size: number
): AsyncGenerator<Buffer> {
  const pieces: Promise<Buffer>[] = []
  let position = 0
  const ask = () => {
    if (position >= size) return
    const length = Math.min(pieceBytes, size - position)
    const piece = readPiece(requests, path, handle, position, length)
    // The loop awaits the piece later, or never if an earlier piece fails.
    piece.catch(() => {})
    pieces.push(piece)
    position += length
  }
  for (let n = 0; n < mostAtOnce; n += 1) ask()
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
    const bytes = await piece
    ask()
    yield bytes
  }
}

async function readPiece(
  requests: Requests,
  path: string,
  handle: Buffer,
  position: number,
  length: number
): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let filled = 0; filled < length;) {
    const got = await requests
      .ask<number>(path, (sftp, done) =>
        sftp.read(handle, bytes, filled, length - filled, position + filled, (error, read) =>
          done(error, read)
        )
      )
      .catch((error: unknown) => {
        if (error instanceof RequestFailed && error.status === status.eof) return 0
        throw error
      })
    if (got === 0) {
      const sentence = `${shownPath(path)} became shorter while it was read. It is read again later.`
      throw new EndpointError('stale', sentence)
    }
    filled += got
  }
  return bytes
}

/**
 * Writes exactly `size` bytes into an open file.
 * @throws EndpointError, and any error of `content`
 */
export async function writePieces(
  requests: Requests,
  path: string,
  handle: Buffer,
  content: AsyncIterable<Buffer>,
  size: number
): Promise<void> {
  const open = new Set<Promise<void>>()
  const failures: unknown[] = []
  let position = 0
  const send = (piece: Buffer, at: number) => {
    const sent: Promise<void> = requests
      .ask<unknown>(path, (sftp, done) =>
        sftp.write(handle, piece, 0, piece.length, at, (error) => done(error, undefined))
      )
      .catch((error: unknown) => void failures.push(error))
      .then(() => void open.delete(sent))
    open.add(sent)
  }
  for await (const chunk of content) {
    if (position + chunk.length > size) throw otherSize(path, `more than ${size}`, size)
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      const piece = chunk.subarray(from, from + pieceBytes)
      send(piece, position)
      position += piece.length
      if (open.size >= mostAtOnce) await Promise.race(open)
      if (failures.length > 0) throw failures[0]
    }
  }
  await Promise.all(open)
  if (failures.length > 0) throw failures[0]
  if (position !== size) throw otherSize(path, String(position), size)
}

const otherSize = (path: string, got: string, size: number) =>
  new EndpointError(
    'failed',
    `The content for ${shownPath(path)} has ${got} bytes instead of ${size}. Nothing was written.`
  )
