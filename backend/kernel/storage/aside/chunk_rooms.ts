import { MAX_CHUNK } from '../cut_points.js'
import { hashAside } from '../manifest.js'
import type { Aside } from './aside.js'

/** Memory that one chunk is read into. */
export interface ChunkRoom {
  /** As long as the chunk. */
  readonly bytes: Buffer
  /** SHA-256 of the bytes. @throws ThreadLost */
  hash(): Promise<string>
  /** Nobody has the bytes any more: the memory is used again. */
  giveBack(): void
  /** Somebody may still have them, who will not tell when that is over. */
  forget(): void
}

/** Where one reader's chunks are read into and hashed. To be closed. */
export interface ChunkRooms {
  take(size: number): ChunkRoom
  close(): void
}

/** For a few chunks: memory of their own. */
export const ownRooms: ChunkRooms = {
  take(size) {
    const bytes = Buffer.allocUnsafeSlow(size)
    return { bytes, hash: () => hashAside(bytes), giveBack() {}, forget() {} }
  },
  close() {},
}

/** For many: memory that is used again, hashed in the other thread. */
export function roomsAside(aside: Aside): ChunkRooms {
  const thread = aside.borrow()
  return {
    take(size) {
      const slab = thread.slab(Math.max(size, MAX_CHUNK))
      return {
        bytes: slab.bytes.subarray(0, size),
        hash: () => thread.hash(slab, size),
        giveBack: () => thread.giveBack(slab),
        forget: () => thread.forget(slab),
      }
    },
    close: () => aside.giveBack(thread),
  }
}
