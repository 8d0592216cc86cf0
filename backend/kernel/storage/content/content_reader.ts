import { ownBuffers, sharedBuffers } from '../hashing/chunk_buffers.js'
import type { ChunkRef } from '../../chunks/manifest.js'
import { located, readAhead } from './read_ahead.js'
import type { Slice, Piece, Source } from '../chunks/source.js'

/** Up to this many chunks are read into separate memory and hashed here, without starting the second thread. */
export const FEW_CHUNKS = 4

/** First and last byte, both included, as in an HTTP range. */
export interface ByteRange {
  start: number
  end: number
}

/** Pieces in order. `return` gives back pieces that were not taken, also before the first `next`. */
export interface Pieces extends AsyncIterable<Piece> {
  next(): Promise<IteratorResult<Piece>>
  return(): Promise<IteratorResult<Piece>>
}

/**
 * The bytes of a range, chunk by chunk. Each chunk is verified against its hash before its bytes are passed on.
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
 * Reads the first pieces before the stream begins. Damage in them is then an error of the call instead of a
 * stream that breaks off; most files are that small. @throws the errors of reading
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

/** Not a generator: `return` before the first `next` would skip its `finally`. */
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

/** The chunks a range touches. */
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
