import { Problem, text } from '@crossdock/kernel/http'
import { contentStore } from '@crossdock/kernel/storage'
import type { PlannedEntry } from './zip_plan.js'

/** Nobody waits longer for the first byte: who asks again finds what was found by then. */
const patienceMs = 20_000

/**
 * The CRC-32 of the contents of files, by content. Those that were written before it was kept are read, once for all time.
 * @throws Problem 503 when that takes longer
 */
export async function checksumsOf(
  files: readonly Pick<PlannedEntry, 'contentId'>[]
): Promise<ReadonlyMap<string, number>> {
  const ids = files.flatMap(({ contentId }) => contentId ?? [])
  const known = await contentStore.use().checksums(ids)
  const until = performance.now() + patienceMs
  const sums = new Map<string, number>()
  let left = [...known.values()].filter((sum) => sum === null).length
  for (const [id, sum] of known) {
    if (sum === null && performance.now() > until) throw notYet(left)
    sums.set(id, sum ?? (await contentStore.use().keepChecksum(id)))
    if (sum === null) left--
  }
  return sums
}

function notYet(left: number): Problem {
  const message = text(
    'The server is still reading older files for this zip: {left} are left. Try again, it goes on from there.',
    { left }
  )
  return new Problem(503, 'E_ZIP_NOT_READY', message, { headers: { 'retry-after': '1' } })
}
