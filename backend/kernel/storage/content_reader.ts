import type { Aside } from './aside/aside.js'
import { ownRooms, roomsAside, type ChunkRoom } from './aside/chunk_rooms.js'
import type { OnDamage } from './damage.js'
import type { Retries } from './damage_retries.js'
import type { ChunkRef } from '../chunks/manifest.js'
import type { PackDriver } from './pack_driver.js'
import { located, readAhead } from './read_ahead.js'

/** So many are read into memory of their own and hashed here: the other thread is not begun for them. */
export const FEW_CHUNKS = 4

/** First and last byte, both included, as in an HTTP range. */
export interface ByteRange {
  start: number
  end: number
}

/** A chunk and the part of it that is wanted. */
export interface Slice extends ChunkRef {
  from: number
  to: number
}

/** Verified bytes, valid until they are given back. */
export type Piece = Pick<ChunkRoom, 'bytes' | 'giveBack'>

/** Pieces in their order; `return` gives back those that nobody took, also when nobody has asked for one. */
export interface Pieces extends AsyncIterable<Piece> {
  next(): Promise<IteratorResult<Piece>>
  return(): Promise<IteratorResult<Piece>>
}

/** Where chunks are read from, and who is told of damage. */
export interface Source {
  driver: PackDriver
  tenantId: string
  aside: Aside
  onDamage: OnDamage
  retries: Retries
}

/**
 * The bytes of a range, chunk by chunk, each verified against its hash before any of it is given out.
 */
export async function* readChunks(
  source: Source,
  chunks: ChunkRef[],
  range: ByteRange
): AsyncGenerator<Piece> {
  const wanted = slicesOf(chunks, range)
  const rooms = wanted.length > FEW_CHUNKS ? roomsAside(source.aside) : ownRooms
  try {
    yield* readAhead(source, rooms, located(source.tenantId, wanted))
  } finally {
    rooms.close()
  }
}

/**
 * Reads the first pieces before the stream begins, so that damage in them is an error of the call and not a stream
 * that breaks off; most files are that small. @throws what reading throws
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

/** No generator: one that is returned before its first `next` never comes to its `finally`. */
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
