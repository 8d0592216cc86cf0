import type { Change } from './ends/end.js'
import type { Done } from './run_record.js'

/** What a change adds to its run. */
export function doneBy(change: Change): Done {
  if (change.type === 'move') return { counts: { moved: 1 }, files: 1, bytes: 0 }
  if (change.type === 'makeFolder') return { counts: { created: 1 }, files: 0, bytes: 0 }
  if (change.type === 'remove') {
    return { counts: { deleted: 1 }, files: change.kind === 'file' ? 1 : 0, bytes: 0 }
  }
  const counts = change.expected ? { changed: 1 } : { created: 1 }
  return { counts, files: 1, bytes: change.size }
}
