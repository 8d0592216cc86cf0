import type { Aside } from './aside/aside.js'
import { ownRooms, roomsAside, type ChunkRoom, type ChunkRooms } from './aside/chunk_rooms.js'
import { locateChunks, type PlacedChunk } from './content_index.js'
import { markDamaged, type OnDamage } from './damage.js'
import { ContentDamaged } from './errors.js'
import type { ChunkRef } from './manifest.js'
import type { PackDriver } from './pack_driver.js'
import { readVerified } from './verified_chunk.js'

/** Chunks that are read and hashed while one is sent. */
const AHEAD = 2

/** So many are read into memory of their own and hashed here: the other thread is not begun for them. */
const FEW_CHUNKS = 4

/** Chunks whose places are looked up together: a few hundred MiB of content. */
const CHUNKS_PER_LOOKUP = 200

/** First and last byte, both included, as in an HTTP range. */
export interface ByteRange {
  start: number
  end: number
}

/** A chunk and the part of it that is wanted. */
interface Slice extends ChunkRef {
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
}

const isSamePlace = (one: PlacedChunk, other: PlacedChunk) =>
  one.pack === other.pack && one.offset === other.offset

/**
 * The bytes of a range, chunk by chunk, each verified against its hash before any of it is given
 * out. Some are read ahead, so memory stays at a few chunks whatever the size.
 */
export async function* readChunks(
  source: Source,
  chunks: ChunkRef[],
  range: ByteRange
): AsyncGenerator<Piece> {
  const wanted = slicesOf(chunks, range)
  const rooms = wanted.length > FEW_CHUNKS ? roomsAside(source.aside) : ownRooms
  const begun: Promise<ChunkRoom>[] = []
  try {
    for (let first = 0; first < wanted.length; first += CHUNKS_PER_LOOKUP) {
      const group = wanted.slice(first, first + CHUNKS_PER_LOOKUP)
      const hashes = group.map(({ hash }) => hash)
      const places = await locateChunks(source.tenantId, hashes)
      for (const [index, slice] of group.entries()) {
        while (begun.length <= AHEAD && index + begun.length < group.length) {
          const { hash, size } = group[index + begun.length]!
          const read = readOrMark(source, rooms, { hash, size }, places.get(hash))
          // Met when its turn comes, or never when the reader has left.
          read.catch(() => undefined)
          begun.push(read)
        }
        const room = await begun.shift()!
        yield { ...room, bytes: room.bytes.subarray(slice.from, slice.to) }
      }
    }
  } finally {
    const left = await Promise.allSettled(begun)
    for (const read of left) if (read.status === 'fulfilled') read.value.giveBack()
    rooms.close()
  }
}

/**
 * As `readVerified`; what is damaged is known from then on. A chunk that compaction has moved since it was looked up is
 * read where it lies now.
 */
async function readOrMark(
  source: Source,
  rooms: ChunkRooms,
  chunk: ChunkRef,
  place: PlacedChunk | undefined
): Promise<ChunkRoom> {
  const { driver, tenantId, onDamage } = source
  try {
    return await readVerified(driver, rooms, tenantId, chunk, place)
  } catch (error) {
    if (!(error instanceof ContentDamaged) || !place) throw error
    const present = (await locateChunks(tenantId, [chunk.hash])).get(chunk.hash)
    if (present && !isSamePlace(present, place)) {
      return await readOrMark(source, rooms, chunk, present)
    }
    const isNew = await markDamaged(tenantId, place)
    if (isNew) onDamage({ tenantId, chunk: place, reason: error.message })
    throw error
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
