import { locateChunks, type PlacedChunk } from './content_index.js'
import { ContentDamaged } from './errors.js'
import { chunkHash, type ChunkRef } from './manifest.js'
import type { PackDriver } from './pack_driver.js'

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

/**
 * The bytes of a range, chunk by chunk, each verified against its hash before any of it is given
 * out. One chunk is read ahead, so memory stays at a few chunks whatever the size.
 */
export async function* readChunks(
  driver: PackDriver,
  tenantId: string,
  chunks: ChunkRef[],
  range: ByteRange
): AsyncGenerator<Buffer> {
  const wanted = slicesOf(chunks, range)
  for (let first = 0; first < wanted.length; first += CHUNKS_PER_LOOKUP) {
    const group = wanted.slice(first, first + CHUNKS_PER_LOOKUP)
    const hashes = group.map(({ hash }) => hash)
    const places = await locateChunks(tenantId, hashes)
    const fetch = (slice: Slice | undefined) =>
      slice === undefined
        ? undefined
        : readVerified(driver, tenantId, slice, places.get(slice.hash))
    let next = fetch(group[0])
    for (const [index, slice] of group.entries()) {
      const bytes = await next
      next = fetch(group[index + 1])
      // Met at the next turn, or never when the reader has left.
      next?.catch(() => undefined)
      if (bytes !== undefined) yield bytes.subarray(slice.from, slice.to)
    }
  }
}

function slicesOf(chunks: ChunkRef[], { start, end }: ByteRange): Slice[] {
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

async function readVerified(
  driver: PackDriver,
  tenantId: string,
  chunk: ChunkRef,
  place: PlacedChunk | undefined
): Promise<Buffer> {
  if (place === undefined) {
    throw new ContentDamaged(`Chunk ${chunk.hash} is named by a content, but its place is unknown.`)
  }
  const bytes = await driver.read(tenantId, place, chunk.size)
  if (chunkHash(bytes) !== chunk.hash) {
    const where = `pack ${place.pack} at byte ${place.offset}`
    throw new ContentDamaged(`The bytes of chunk ${chunk.hash} in ${where} have changed on disk.`)
  }
  return bytes
}
