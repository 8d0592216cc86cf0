import { currentTenantId } from '../tenancy/index.js'
import { contentLists } from './content_lists.js'
import { damagedChunks } from './damage.js'
import { beginningOf, hashesBeginning } from '../chunks/manifest.js'

/**
 * Contents of the context's tenant that name a chunk which is known to be damaged, at most so many. Without damage one
 * index is asked; with it all lists of the tenant are read.
 */
export async function damagedContents(most: number): Promise<string[]> {
  const tenantId = currentTenantId()
  const damaged = await damagedChunks(tenantId)
  const wanted = new Set([...damaged].map(beginningOf))
  const ids: string[] = []
  if (damaged.size === 0) return ids
  for await (const { id, chunks } of contentLists(tenantId)) {
    for (const hash of hashesBeginning(chunks, wanted)) {
      if (!damaged.has(hash)) continue
      ids.push(id)
      break
    }
    if (ids.length === most) break
  }
  return ids
}
