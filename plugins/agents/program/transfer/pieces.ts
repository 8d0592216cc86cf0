import type { FileHandle } from 'node:fs/promises'

/** So much of a file is read at a time. */
export const pieceBytes = 256 * 1024

/** The bytes of a file from its beginning, at most so many. */
export async function* piecesOf(
  file: FileHandle,
  most: number,
  signal: AbortSignal
): AsyncGenerator<Buffer> {
  for (let at = 0; at < most;) {
    signal.throwIfAborted()
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, most - at))
    const { bytesRead } = await file.read(piece, 0, piece.length, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield piece.subarray(0, bytesRead)
  }
}
