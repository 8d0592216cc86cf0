import type { VisibilityFilter } from '@crossdock/backend/activity'
import { lineages } from '../tree/lineage.js'
import { openRowsSql } from './outside_closed.js'
import { passesThrough } from './checks.js'
import { closedFolders, createExclusionCheck, bypassesPermissions } from './closed.js'
import { findRemains } from './remains.js'

/** Files and folders that the caller may not see, including those deleted permanently. */
export async function closedAssets(ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (bypassesPermissions()) return new Set()
  const closed = await closedFolders('read')
  const paths = closed.size > 0 ? await lineages(ids) : new Map()
  const gone = await findRemains(ids)
  const isClosed = gone.size > 0 ? await createExclusionCheck('read') : () => false
  return new Set(
    ids.filter((id) => passesThrough(paths.get(id) ?? [], closed) || gone.get(id)?.some(isClosed))
  )
}

export const assetVeil: VisibilityFilter = {
  findHidden: closedAssets,
  visibleCondition: openRowsSql,
}
