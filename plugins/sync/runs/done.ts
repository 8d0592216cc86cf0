import type { RunProgress } from '../rows/index.js'
import type { Change } from './ends/end.js'

/** Returns the progress that a change adds to its run. */
export function doneBy(change: Change): RunProgress {
  if (change.type === 'move') return { counts: { moved: 1 }, files: 1, bytes: 0 }
  if (change.type === 'makeFolder') return { counts: { created: 1 }, files: 0, bytes: 0 }
  if (change.type === 'remove') {
    return { counts: { deleted: 1 }, files: change.kind === 'file' ? 1 : 0, bytes: 0 }
  }
  const counts = change.expected ? { changed: 1 } : { created: 1 }
  return { counts, files: 1, bytes: change.size }
}

/** Returns the total progress of several changes. */
export function sumOf(changes: readonly Change[]): RunProgress {
  const counts = { created: 0, changed: 0, moved: 0, deleted: 0 }
  let files = 0
  let bytes = 0
  for (const one of changes.map(doneBy)) {
    for (const [name, value] of Object.entries(one.counts ?? {}))
      counts[name as keyof typeof counts] += value
    files += one.files ?? 0
    bytes += one.bytes ?? 0
  }
  return { counts, files, bytes }
}
