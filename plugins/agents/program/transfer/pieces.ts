import type { FileHandle } from 'node:fs/promises'

/** Size of a read. */
export const pieceBytes = 256 * 1024

/**
 * Yields the first bytes of a file, up to a maximum. Each piece is valid only until the next piece is requested.
 */
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
