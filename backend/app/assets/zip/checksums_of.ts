import { Problem, text } from '@crossdock/kernel/ground'
import { contentStore } from '@crossdock/kernel/storage'
import type { PlannedEntry } from './zip_plan.js'

/** Time limit for the first byte. A repeated request continues with the checksums found so far. */
const timeoutMs = 20_000

/**
 * The CRC-32 of contents, by content id. Contents from before checksums were stored are read once.
 * @throws Problem 503 when that takes longer than the time limit
 */
export async function checksumsOf(
  files: readonly Pick<PlannedEntry, 'contentId'>[]
): Promise<ReadonlyMap<string, number>> {
  const ids = files.flatMap(({ contentId }) => contentId ?? [])
  const known = await contentStore.use().checksums(ids)
  const until = performance.now() + timeoutMs
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
    'The server is still reading older files for this zip: {left} are left. Try again; it continues where it stopped.',
    { left }
  )
  return new Problem(503, 'E_ZIP_NOT_READY', message, { headers: { 'retry-after': '1' } })
}
