import { isOver, type UploadItem } from './queue.js'

/** The sent share of all uploads, in percent. An empty file counts as one byte, or it would never be done. */
export function shareOf(all: readonly UploadItem[]): number {
  // Uploads that wait for their file do not count.
  const items = all.filter(({ state }) => state !== 'interrupted')
  const total = items.reduce((sum, { size }) => sum + Math.max(1, size), 0)
  const sent = items.reduce(
    (sum, { state, sent: bytes, size }) => sum + (isOver(state) ? Math.max(1, size) : bytes),
    0
  )
  return Math.min(100, (sent / total) * 100)
}
