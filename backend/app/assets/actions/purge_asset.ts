import { now, transaction } from '@crossdock/kernel/database'
import { conflict, Problem, text } from '@crossdock/kernel/ground'
import { enqueue } from '@crossdock/kernel/jobs'
import { collectSoon } from '@crossdock/kernel/storage'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { eventsOf } from '../event_types.js'
import { purgeRest } from '../job_refs.js'
import { assertOpenBelow } from '../folder_permissions/checks.js'
import { keepClosed, keepClosedBelow } from '../folder_permissions/remains.js'
import { Asset } from '../models/asset.js'
import { lockAsset, type FoundAsset } from '../queries/find_asset.js'
import { recordAssetEvent } from './record_asset_event.js'

/** About how many rows one transaction deletes: assets, versions, tags, metadata, stars, and visits. */
export const rowsPerSlice = 500
const entriesPerPage = 100

/**
 * Deletes an asset in the trash permanently, with its contents. Rows beyond the limit of a transaction are
 * hidden immediately, and a job deletes them.
 * @throws Problem 404, or 409 when it is not in the trash
 */
export function purgeAsset(id: string): Promise<void> {
  return transaction(async () => {
    const found = await lockAsset(id)
    const { name, trashedAt } = found.asset
    if (trashedAt === null) {
      const message = text('"{name}" is not in the trash. Delete it first.', { name })
      throw conflict('E_NOT_TRASHED', message)
    }
    await assertOpenBelow('write', [found.asset])
    await purge(found)
  })
}

/**
 * Like `purgeAsset`, but checks no folder permissions, and does nothing if the asset was restored or purged in
 * the meantime.
 * @returns whether it was purged
 */
export function purgeIfTrashed(id: string): Promise<boolean> {
  return transaction(async () => {
    const found = await lockAsset(id).catch((error: unknown) => {
      if (error instanceof Problem) return null
      throw error
    })
    if (!found?.asset.trashedAt) return false
    await purge(found)
    return true
  })
}

async function purge({ asset, path }: FoundAsset): Promise<void> {
  const names = path.slice(0, -1).map(({ name }) => name)
  await recordAssetEvent(eventsOf(asset).purge, asset, names)
  await keepClosedBelow(asset.id)
  if (await purgeSome(asset.id, rowsPerSlice)) return await collectSoon()
  await asset.merge({ purgedAt: now() }).save()
  await enqueue(purgeRest, { assetId: asset.id })
}

/**
 * Deletes up to about `rows` rows of an asset, bottom-up, in the caller's transaction.
 * @returns whether the asset is gone
 */
export async function purgeSome(id: string, rows: number): Promise<boolean> {
  const slice = { left: rows }
  return (await emptyFolder(id, slice)) && (await deleteEntries([id], slice))
}

interface Slice {
  left: number
}

/** @returns whether the folder is empty now */
async function emptyFolder(id: string, slice: Slice): Promise<boolean> {
  while (slice.left > 0) {
    const entries = await Asset.query()
      .where('parent_id', id)
      .select('id', 'type')
      .limit(entriesPerPage)
    if (entries.length === 0) return true
    for (const entry of entries) {
      if (entry.type === 'folder' && !(await emptyFolder(entry.id, slice))) return false
    }
    const ids = entries.map((entry) => entry.id)
    if (!(await deleteEntries(ids, slice))) return false
  }
  return false
}

/** Tables with rows of a file or folder; each may hold more rows than one slice. */
const belonging = ['asset_versions', 'asset_tags', 'asset_metadata', 'asset_stars', 'asset_visits']

/** Deletes files and empty folders, after the rows that belong to them. */
async function deleteEntries(ids: string[], slice: Slice): Promise<boolean> {
  for (const table of belonging) if (!(await deleteRows(table, ids, slice))) return false
  await keepClosed(ids)
  await Asset.query().whereIn('id', ids).delete()
  slice.left -= ids.length
  return true
}

/** @returns whether no rows are left */
async function deleteRows(table: string, assetIds: string[], slice: Slice): Promise<boolean> {
  while (slice.left > 0) {
    const rows = await tenantTable<{ id: string }>(table)
      .whereIn('asset_id', assetIds)
      .select('id')
      .limit(slice.left)
    if (rows.length === 0) return true
    const ids = rows.map(({ id }) => id)
    await tenantTable(table).whereIn('id', ids).delete()
    slice.left -= rows.length
  }
  return false
}
