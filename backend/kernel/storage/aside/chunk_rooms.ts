import { hashAside } from '../../chunks/manifest.js'
import type { Aside } from './aside.js'

/** Memory that one chunk is read into. */
export interface ChunkRoom {
  /** As long as the chunk. */
  readonly bytes: Buffer
  /** SHA-256 of the bytes. @throws ThreadLost */
  hash(): Promise<string>
  /** Nobody has the bytes any more: the memory is used again. */
  giveBack(): void
}

/** Where one reader's chunks are read into and hashed. To be closed. */
export interface ChunkRooms {
  take(size: number): ChunkRoom
  close(): void
}

/** For a few chunks: memory of their own, which the garbage collector knows of. */
export const ownRooms: ChunkRooms = {
  take(size) {
    const bytes = Buffer.allocUnsafeSlow(size)
    return { bytes, hash: () => hashAside(bytes), giveBack() {} }
  },
  close() {},
}

/** Chunks are about as large; slabs of few sizes fit the next one, too. */
const SMALLEST_SLAB = 1024 * 1024

function slabSize(size: number): number {
  let enough = SMALLEST_SLAB
  while (enough < size) enough *= 2
  return enough
}

/** As `ownRooms`, until there are more than a few large ones: then as `roomsAside`. */
export function roomsAsideWhenLarge(aside: Aside, largeBytes: number, few: number): ChunkRooms {
  let large = 0
  let many: ChunkRooms | undefined
  return {
    take(size) {
      if (size < largeBytes || ++large <= few) return ownRooms.take(size)
      many ??= roomsAside(aside)
      return many.take(size)
    },
    close: () => many?.close(),
  }
}

/** For many: memory that is used again, hashed in the other thread; where there is no more of it, memory of their own. */
export function roomsAside(aside: Aside): ChunkRooms {
  const thread = aside.borrow()
  return {
    take(size) {
      const slab = thread.spareSlab(slabSize(size))
      if (!slab) return ownRooms.take(size)
      return {
        bytes: slab.bytes.subarray(0, size),
        hash: () => thread.hash(slab, size),
        giveBack: () => thread.giveBack(slab),
      }
    },
    close: () => aside.giveBack(thread),
  }
}
