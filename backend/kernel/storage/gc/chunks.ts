import { setImmediate } from 'node:timers/promises'
import { ask } from '../../database/index.js'
import { condemnChunks } from './collection.js'
import { onPool } from '../index/content_index.js'
import { namedAmong } from './chunk_names.js'

/** Number of chunks compared with all chunk lists of a tenant in one pass: about 10 MiB of hashes. */
const chunksPerWalk = 50_000
const chunksPerPage = 5_000
/** Number of chunks condemned in one transaction. */
const chunksPerEpoch = 2_000

/**
 * Condemns those of a tenant's next chunks that nothing references: chunks of deleted contents or of dead
 * writers.
 * @returns where to continue, or null at the end
 */
export async function condemnUnnamed(tenantId: string, after: string): Promise<string | null> {
  const hashes = await nextHashes(tenantId, after)
  const named = await namedAmong(tenantId, new Set(hashes))
  const unnamed = hashes.filter((hash) => !named.has(hash))
  for (let first = 0; first < unnamed.length; first += chunksPerEpoch) {
    await condemnChunks(tenantId, unnamed.slice(first, first + chunksPerEpoch))
  }
  return hashes.length === chunksPerWalk ? hashes.at(-1)! : null
}

async function nextHashes(tenantId: string, after: string): Promise<string[]> {
  const hashes: string[] = []
  while (hashes.length < chunksPerWalk) {
    const page = await onPool(tenantId, () =>
      ask<{ hash: string }>(
        'select hash from content_chunks where tenant_id = ? and hash > ? order by hash limit ?',
        [tenantId, hashes.at(-1) ?? after, chunksPerPage]
      )
    )
    for (const { hash } of page) hashes.push(hash)
    if (page.length < chunksPerPage) break
    await setImmediate()
  }
  return hashes
}
