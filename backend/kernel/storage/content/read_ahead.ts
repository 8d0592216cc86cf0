import type { ChunkBuffers } from '../hashing/chunk_buffers.js'
import { locateChunks, type LocatedChunk } from '../index/content_index.js'
import type { Piece, Slice, Source } from '../chunks/source.js'
import { readWithRetry } from '../chunks/read_with_retry.js'

/** Number of chunks, of any size, that are read and hashed while one is sent. */
const AHEAD = 2

/**
 * Maximum number of small chunks that are read ahead. With a distant storage, most of the time for small files
 * is latency.
 */
const MAX_AHEAD = 32
const SMALL_BYTES = 2 * 1024 * 1024

/** Number of chunks whose places are looked up in one query: a few hundred MiB of content. */
const CHUNKS_PER_LOOKUP = 200

/** A part to send: literal bytes, or a part of a stored chunk. */
export type Part = Uint8Array | LocatedSlice

interface LocatedSlice extends Slice {
  place: LocatedChunk | undefined
}

interface Begun {
  size: number
  piece: Promise<Piece>
}

/** Adds the places of chunks to parts. Places are looked up in batches across contents. */
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
    // Send literal bytes without waiting for a lookup.
    if (slices > 0 && slices < CHUNKS_PER_LOOKUP) continue
    yield batch
    batch = []
    slices = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * Yields the bytes of all parts, in order. Reads ahead to hide the latency of many small parts. Needs memory
 * for a few chunks, whatever the total size.
 */
export async function* readAhead(
  source: Source,
  buffers: ChunkBuffers,
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
      const isSmall = begun.length < MAX_AHEAD && bytes + size <= SMALL_BYTES
      if (part && (begun.length <= AHEAD || isSmall)) {
        begun.push({ size, piece: pieceOf(source, buffers, part) })
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

function pieceOf(source: Source, buffers: ChunkBuffers, part: Part): Promise<Piece> {
  const piece =
    part instanceof Uint8Array ? Promise.resolve(ownBytes(part)) : readPart(source, buffers, part)
  // Awaited when it is its turn, or never if the reader has disconnected.
  piece.catch(() => undefined)
  return piece
}

async function readPart(
  source: Source,
  buffers: ChunkBuffers,
  { hash, size, from, to, place }: LocatedSlice
): Promise<Piece> {
  const { bytes, giveBack } = await readWithRetry(source, buffers, { hash, size }, place)
  return { bytes: bytes.subarray(from, to), giveBack }
}
