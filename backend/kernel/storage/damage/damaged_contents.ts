import { currentTenantId } from '../../tenancy/index.js'
import { contentLists } from '../index/content_lists.js'
import { damagedChunks } from './damage.js'
import { prefixOf, hashesWithPrefix } from '../../chunks/manifest.js'

/**
 * Returns contents of the context's tenant that contain a damaged chunk, up to a limit. Without damage this is
 * one index query; otherwise it reads all chunk lists of the tenant.
 */
export async function damagedContents(limit: number): Promise<string[]> {
  const tenantId = currentTenantId()
  const damaged = await damagedChunks(tenantId)
  const wanted = new Set([...damaged].map(prefixOf))
  const ids: string[] = []
  if (damaged.size === 0) return ids
  for await (const { id, chunks } of contentLists(tenantId)) {
    for (const hash of hashesWithPrefix(chunks, wanted)) {
      if (!damaged.has(hash)) continue
      ids.push(id)
      break
    }
    if (ids.length === limit) break
  }
  return ids
}
