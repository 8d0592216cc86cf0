import type { Aside } from '../aside/aside.js'
import type { SideThread } from '../aside/side_thread.js'

/** Counts the memory that is ever shared with the thread, which is kept from ending. */
export function watchSlabs(aside: Aside): { bytes: number; thread: SideThread } {
  const thread = aside.borrow()
  const watched = { bytes: 0, thread }
  const known = new Set<number>()
  const slab = thread.slab.bind(thread)
  thread.slab = (size) => {
    const given = slab(size)
    if (!known.has(given.id)) watched.bytes += given.bytes.length
    known.add(given.id)
    return given
  }
  return watched
}
