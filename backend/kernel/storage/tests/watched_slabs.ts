import type { HashThread } from '../hashing/hash_thread.js'
import type { SideThread } from '../hashing/side_thread.js'

/** Counts all memory that was ever shared with the thread, and keeps the thread from ending. */
export function watchSlabs(hashThread: HashThread): { bytes: number; thread: SideThread } {
  const thread = hashThread.borrow()
  const watched = { bytes: 0, thread }
  const known = new Set<number>()
  const slab = thread.slab.bind(thread)
  thread.slab = (size) => {
    const taken = slab(size)
    if (!known.has(taken.id)) watched.bytes += taken.bytes.length
    known.add(taken.id)
    return taken
  }
  return watched
}
