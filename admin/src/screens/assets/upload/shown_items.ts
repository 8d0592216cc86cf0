import type { UploadItem } from './queue.js'

/** More rows than nobody reads would make the page slow: a dropped folder may hold thousands of files. */
const MOST = 100

const order: UploadItem['state'][] = [
  'interrupted',
  'failed',
  'sending',
  'paused',
  'waiting',
  'done',
]

/** The rows that are drawn: all, or first those that need a look. */
export function shownItems(items: readonly UploadItem[]): readonly UploadItem[] {
  if (items.length <= MOST) return items
  return order.flatMap((wanted) => items.filter(({ state }) => state === wanted)).slice(0, MOST)
}
