import { locateChunks, type PlacedChunk } from './content_index.js'
import { markDamaged, type OnDamage } from './damage.js'
import { ContentDamaged } from './errors.js'
import type { ChunkRef } from './manifest.js'
import type { PackDriver } from './pack_driver.js'
import { readVerified } from './verified_chunk.js'

/** Chunks that are read and hashed while one is sent. */
const AHEAD = 2

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
 * out. Some are read ahead, so memory stays at a few chunks whatever the size.
 */
export async function* readChunks(
  driver: PackDriver,
  tenantId: string,
  chunks: ChunkRef[],
  range: ByteRange,
  onDamage: OnDamage
): AsyncGenerator<Buffer> {
  const wanted = slicesOf(chunks, range)
  for (let first = 0; first < wanted.length; first += CHUNKS_PER_LOOKUP) {
    const group = wanted.slice(first, first + CHUNKS_PER_LOOKUP)
    const hashes = group.map(({ hash }) => hash)
    const places = await locateChunks(tenantId, hashes)
    const fetch = (slice: Slice) => {
      const read = readOrMark(driver, tenantId, slice, places.get(slice.hash), onDamage)
      // Met when its turn comes, or never when the reader has left.
      read.catch(() => undefined)
      return read
    }
    const begun = group.slice(0, AHEAD).map(fetch)
    for (const [index, slice] of group.entries()) {
      const further = group[index + AHEAD]
      if (further) begun.push(fetch(further))
      const bytes = await begun.shift()!
      yield bytes.subarray(slice.from, slice.to)
    }
  }
}

/** As `readVerified`; what is damaged is known from then on. */
async function readOrMark(
  driver: PackDriver,
  tenantId: string,
  chunk: ChunkRef,
  place: PlacedChunk | undefined,
  onDamage: OnDamage
): Promise<Buffer> {
  try {
    return await readVerified(driver, tenantId, chunk, place)
  } catch (error) {
    if (!(error instanceof ContentDamaged) || !place) throw error
    const isNew = await markDamaged(tenantId, place)
    if (isNew) onDamage({ tenantId, chunk: place, reason: error.message })
    throw error
  }
}

/**
 * Reads the first pieces before the stream begins, so that damage in them is an error of the call and not a stream
 * that breaks off; most files are that small. @throws what reading throws
 */
export async function beginReading(
  pieces: AsyncGenerator<Buffer>,
  ahead: number
): Promise<AsyncGenerator<Buffer>> {
  const first: Buffer[] = []
  while (first.length < ahead) {
    const { value, done } = await pieces.next()
    if (done) break
    first.push(value)
  }
  return (async function* () {
    try {
      while (first.length > 0) yield first.shift()!
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  })()
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
