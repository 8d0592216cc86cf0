import { lineages } from '../queries/lineage.js'
import { leadsThrough } from './checks.js'
import { closedFolders } from './closed.js'

/** Files and folders the caller may not see. Where something is gone for good, nobody knows any more where it lay. */
export async function closedAssets(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const closed = await closedFolders('read')
  if (closed.size === 0) return new Set()
  const paths = await lineages(ids)
  return new Set(
    ids.filter((id) => {
      const path = paths.get(id) ?? []
      return path.length === 0 || leadsThrough(path, closed)
    })
  )
}
