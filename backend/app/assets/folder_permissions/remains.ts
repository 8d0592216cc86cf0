import { Cache } from '@crossdock/kernel/cache'
import { clock, ask } from '@crossdock/kernel/database'
import { currentTenantId, insertMissing, inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { assetEvents } from '../event_types.js'
import { rowsOfGiven } from '../tree/given_ids.js'
import { lineages } from '../tree/lineage.js'
import { rules, type Rule } from './rules.js'

/**
 * Keeps, in the caller's transaction, the permissions of files and folders that are about to be deleted
 * permanently. Afterwards their folders are unknown.
 */
export async function keepClosed(ids: readonly string[]): Promise<void> {
  const all = await rules()
  if (all.size === 0) return
  const paths = await lineages(ids)
  const rows = ids.flatMap((id) => {
    const ruled = (paths.get(id) ?? []).flatMap((one) => all.get(one.id) ?? [])
    return ruled.length > 0 ? [{ asset_id: id, rules: JSON.stringify(ruled) }] : []
  })
  if (rows.length > 0) await insertMissing('closed_remains', rows)
}

/** As `keepClosed`, for an asset and its contents. Call it before the first row is deleted. */
export async function keepClosedBelow(id: string): Promise<void> {
  const paths = await lineages([...(await rules()).keys()])
  const below = [...paths].filter(([, path]) => path.some((one) => one.id === id))
  await keepClosed([id, ...below.map(([folderId]) => folderId)])
}

/** If an event gets lost, the cache sees a deletion by another process after this time. */
const freshMs = 3_000
const { filePurge, folderPurge } = assetEvents

/** Whether a tenant has kept permissions of deleted assets. Most have none, so the query is skipped. */
const tenantsWithRemains = new Cache<boolean>({
  load: (tenantId) =>
    inTenant(tenantId, async () => {
      const [row] = await tenantTable('closed_remains').select('id').limit(1)
      return row !== undefined
    }),
  until: () => clock.now() + freshMs,
  drop({ eventType, tenantId }) {
    if (eventType !== filePurge.name && eventType !== folderPurge.name) return undefined
    return (_, key) => key === tenantId
  },
})

/** Whether the context's tenant has kept permissions of deleted assets. */
export const hasRemains = (): Promise<boolean> => tenantsWithRemains.get(currentTenantId())

/** The kept permissions of those assets that are deleted permanently and were not open to everyone. */
export async function findRemains(ids: readonly string[]): Promise<ReadonlyMap<string, Rule[]>> {
  if (ids.length === 0 || !(await hasRemains())) return new Map()
  const found = await ask<{ id: string; rules: string }>(
    `select asset_id as id, cast(rules as text) as rules from ${rowsOfGiven('closed_remains')}`,
    [JSON.stringify([...new Set(ids)]), currentTenantId()]
  )
  return new Map(found.map(({ id, rules }) => [id, JSON.parse(rules) as Rule[]]))
}
