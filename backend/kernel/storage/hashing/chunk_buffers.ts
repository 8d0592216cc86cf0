import { hashInThread } from '../../chunks/manifest.js'
import type { HashThread } from './hash_thread.js'

/** Memory that one chunk is read into. */
export interface ChunkBuffer {
  /** As long as the chunk. */
  readonly bytes: Buffer
  /**
   * Computes the SHA-256 of the bytes.
   * @throws ThreadLost
   */
  hash(): Promise<string>
  /** Releases the memory for reuse. The bytes must not be used any more. */
  giveBack(): void
}

/** Provides memory for one reader's chunks, and hashes it. Call `close` at the end. */
export interface ChunkBuffers {
  take(size: number): ChunkBuffer
  close(): void
}

/** For a few chunks: separate memory, managed by the garbage collector. */
export const ownBuffers: ChunkBuffers = {
  take(size) {
    const bytes = Buffer.allocUnsafeSlow(size)
    return { bytes, hash: () => hashInThread(bytes), giveBack() {} }
  },
  close() {},
}

/** Smallest slab. With few different sizes, a released slab usually fits the next chunk. */
const MIN_SLAB = 1024 * 1024

function slabSize(size: number): number {
  let slab = MIN_SLAB
  while (slab < size) slab *= 2
  return slab
}

/** Like `ownBuffers` for small chunks and the first `few` large ones, then like `sharedBuffers`. */
export function sharedBuffersWhenLarge(
  hashThread: HashThread,
  largeBytes: number,
  few: number
): ChunkBuffers {
  let large = 0
  let many: ChunkBuffers | undefined
  return {
    take(size) {
      if (size < largeBytes || ++large <= few) return ownBuffers.take(size)
      many ??= sharedBuffers(hashThread)
      return many.take(size)
    },
    close: () => many?.close(),
  }
}

/** For many chunks: reused memory, hashed in the second thread. Beyond the memory limit, like `ownBuffers`. */
export function sharedBuffers(hashThread: HashThread): ChunkBuffers {
  const thread = hashThread.borrow()
  return {
    take(size) {
      const slab = thread.spareSlab(slabSize(size))
      if (!slab) return ownBuffers.take(size)
      return {
        bytes: slab.bytes.subarray(0, size),
        hash: () => thread.hash(slab, size),
        giveBack: () => thread.giveBack(slab),
      }
    },
    close: () => hashThread.giveBack(thread),
  }
}
