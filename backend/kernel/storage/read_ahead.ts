import type { ChunkRooms } from './aside/chunk_rooms.js'
import { locateChunks, type LocatedChunk } from './content_index.js'
import type { Piece, Slice, Source } from './content_reader.js'
import { readSurely } from './sure_chunk.js'

/** Chunks that are read and hashed while one is sent, however large they are. */
const AHEAD = 2

/** So many are when they are small: what a far storage takes its time for is small files, not their bytes. */
const MOST_AHEAD = 32
const SMALL_BYTES = 2 * 1024 * 1024

/** Chunks whose places are looked up together: a few hundred MiB of content. */
const CHUNKS_PER_LOOKUP = 200

/** What is sent: bytes that are there, or a part of a chunk that lies somewhere. */
export type Part = Uint8Array | LocatedSlice

interface LocatedSlice extends Slice {
  place: LocatedChunk | undefined
}

interface Begun {
  size: number
  piece: Promise<Piece>
}

/** Parts with the places of their chunks, many of which are looked up together, whatever contents they are of. */
export async function* located(
  tenantId: string,
  parts: Iterable<Uint8Array | Slice>
): AsyncGenerator<Part> {
  for (const batch of batches(parts)) {
    const hashes = batch.flatMap((part) => (part instanceof Uint8Array ? [] : part.hash))
    const places = hashes.length > 0 ? await locateChunks(tenantId, hashes) : undefined
    for (const part of batch) {
      yield part instanceof Uint8Array ? part : { ...part, place: places?.get(part.hash) }
    }
  }
}

function* batches(parts: Iterable<Uint8Array | Slice>): Generator<(Uint8Array | Slice)[]> {
  let batch: (Uint8Array | Slice)[] = []
  let slices = 0
  for (const part of parts) {
    batch.push(part)
    if (!(part instanceof Uint8Array)) slices++
    // Bytes that are there wait for no place.
    if (slices > 0 && slices < CHUNKS_PER_LOOKUP) continue
    yield batch
    batch = []
    slices = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * Their bytes, in their order. Some are read ahead, so that nobody waits for each of many small ones; memory stays at a
 * few chunks whatever the size.
 */
export async function* readAhead(
  source: Source,
  rooms: ChunkRooms,
  parts: AsyncGenerator<Part>
): AsyncGenerator<Piece> {
  const begun: Begun[] = []
  let bytes = 0
  try {
    let next = await parts.next()
    while (!next.done || begun.length > 0) {
      const part = next.value as Part | undefined
      if (begun.length === 0 && part instanceof Uint8Array) {
        yield ownBytes(part)
        next = await parts.next()
        continue
      }
      const size = part ? sizeOf(part) : 0
      const isSmall = begun.length < MOST_AHEAD && bytes + size <= SMALL_BYTES
      if (part && (begun.length <= AHEAD || isSmall)) {
        begun.push({ size, piece: pieceOf(source, rooms, part) })
        bytes += size
        next = await parts.next()
        continue
      }
      const { size: done, piece } = begun.shift()!
      bytes -= done
      yield await piece
    }
  } finally {
    const left = await Promise.allSettled(begun.map(({ piece }) => piece))
    for (const read of left) if (read.status === 'fulfilled') read.value.giveBack()
    await parts.return(undefined)
  }
}

const sizeOf = (part: Part) => (part instanceof Uint8Array ? part.length : part.size)

const ownBytes = (bytes: Uint8Array): Piece => ({ bytes: Buffer.from(bytes), giveBack() {} })

function pieceOf(source: Source, rooms: ChunkRooms, part: Part): Promise<Piece> {
  const piece =
    part instanceof Uint8Array ? Promise.resolve(ownBytes(part)) : readPart(source, rooms, part)
  // Met when its turn comes, or never when the reader has left.
  piece.catch(() => undefined)
  return piece
}

async function readPart(
  source: Source,
  rooms: ChunkRooms,
  { hash, size, from, to, place }: LocatedSlice
): Promise<Piece> {
  const { bytes, giveBack } = await readSurely(source, rooms, { hash, size }, place)
  return { bytes: bytes.subarray(from, to), giveBack }
}
