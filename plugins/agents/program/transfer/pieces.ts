import type { FileHandle } from 'node:fs/promises'

/** So much of a file is read at a time. */
export const pieceBytes = 256 * 1024

/** The bytes of a file from its beginning, at most so many. Each piece is valid until the next one is asked for. */
export async function* piecesOf(
  file: FileHandle,
  most: number,
  signal: AbortSignal
): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, most))
  for (let at = 0; at < most;) {
    signal.throwIfAborted()
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, most - at), at)
    if (bytesRead === 0) return
    at += bytesRead
    yield piece.subarray(0, bytesRead)
  }
}
