import type { Veil } from '@crossdock/backend/activity'
import { lineages } from '../queries/lineage.js'
import { rowsOfOpen } from '../queries/outside_closed.js'
import { leadsThrough } from './checks.js'
import { closedFolders, closesTo, passesAll } from './closed.js'
import { remains } from './remains.js'

/** Files and folders the caller may not see, also those that are gone for good. */
export async function closedAssets(ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (passesAll()) return new Set()
  const closed = await closedFolders('read')
  const paths = closed.size > 0 ? await lineages(ids) : new Map()
  const gone = await remains(ids)
  const isClosed = gone.size > 0 ? await closesTo('read') : () => false
  return new Set(
    ids.filter((id) => leadsThrough(paths.get(id) ?? [], closed) || gone.get(id)?.some(isClosed))
  )
}

export const assetVeil: Veil = { hidden: closedAssets, outside: rowsOfOpen }
