import { ownBuffers, sharedBuffers } from '../hashing/chunk_buffers.js'
import type { ChunkRef } from '../../chunks/manifest.js'
import { located, readAhead } from './read_ahead.js'
import type { Slice, Piece, Source } from '../chunks/source.js'

/**
 * Up to this many chunks are read into separate memory and hashed on this thread. The second thread is not
 * started for them.
 */
export const FEW_CHUNKS = 4

/** First and last byte, both included, as in an HTTP range. */
export interface ByteRange {
  start: number
  end: number
}

/** Pieces in order. `return` also releases pieces that were read ahead, even before the first `next`. */
export interface Pieces extends AsyncIterable<Piece> {
  next(): Promise<IteratorResult<Piece>>
  return(): Promise<IteratorResult<Piece>>
}

/**
 * Yields the bytes of a range, chunk by chunk. Each chunk is verified against its hash before its bytes are
 * passed on.
 */
export async function* readChunks(
  source: Source,
  chunks: ChunkRef[],
  range: ByteRange
): AsyncGenerator<Piece> {
  const wanted = slicesOf(chunks, range)
  const buffers = wanted.length > FEW_CHUNKS ? sharedBuffers(source.hashThread) : ownBuffers
  try {
    yield* readAhead(source, buffers, located(source.tenantId, wanted))
  } finally {
    buffers.close()
  }
}

/**
 * Reads the first pieces before the stream begins. If they are damaged, the call fails and no stream breaks
 * off. Most files have no further pieces.
 * @throws the errors of reading
 */
export async function beginReading(pieces: AsyncGenerator<Piece>, ahead: number): Promise<Pieces> {
  const first: Piece[] = []
  try {
    while (first.length < ahead) {
      const { value, done } = await pieces.next()
      if (done) break
      first.push(value)
    }
  } catch (error) {
    for (const piece of first) piece.giveBack()
    throw error
  }
  return begunWith(first, pieces)
}

/** Not a generator, because `return` before the first `next` would skip a generator's `finally`. */
function begunWith(first: Piece[], rest: AsyncGenerator<Piece>): Pieces {
  return {
    async next() {
      const value = first.shift()
      return value ? { value } : await rest.next()
    },
    async return() {
      for (const piece of first.splice(0)) piece.giveBack()
      return await rest.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** Returns the chunks that contain a range, with the parts in it. */
export function slicesOf(chunks: ChunkRef[], { start, end }: ByteRange): Slice[] {
  const slices: Slice[] = []
  let offset = 0
  for (const chunk of chunks) {
    const from = Math.max(start - offset, 0)
    const to = Math.min(end + 1 - offset, chunk.size)
    if (from < to) slices.push({ ...chunk, from, to })
    offset += chunk.size
  }
  return slices
}
