import { dialect } from '@crossdock/kernel/database'
import type { Row } from '@crossdock/kernel/lists'
import { currentContext } from '@crossdock/kernel/tenancy'
import { veils, type TargetColumns } from '../contracts/index.js'
import type { ActivityLog } from '../models/activity_log.js'

type Entry = Row<ActivityLog>

/** Returns a check whether an entry is about an object that is hidden from the caller. */
export async function createVeilCheck(rows: readonly Entry[]): Promise<(entry: Entry) => boolean> {
  // Only super administrators work outside a tenant, and nothing is hidden from them.
  if (!currentContext().tenantId) return () => false
  const hidden = new Map<string, ReadonlySet<string>>()
  for (const [kind, veil] of veils.entries()) {
    const ids = new Set(rows.flatMap(thingsOf).flatMap((one) => (one.kind === kind ? one.id : [])))
    if (ids.size > 0) hidden.set(kind, await veil.findHidden([...ids]))
  }
  return (entry) => thingsOf(entry).some(({ kind, id }) => hidden.get(kind)?.has(id) ?? false)
}

const feedColumns: TargetColumns = {
  type: 'entity_type',
  id: 'activity_logs.entity_id',
  data: 'activity_logs.metadata',
}

/** SQL conditions that exclude rows about hidden objects. @param columns the feed's by default */
export async function visibleConditions(
  columns: TargetColumns = feedColumns
): Promise<{ sql: string; values: string[] }[]> {
  if (!currentContext().tenantId) return []
  const found = []
  for (const [kind, veil] of veils.entries()) {
    const target = await veil.visibleCondition(columns.id)
    if (target) {
      const sql = `(${columns.type} is null or ${columns.type} <> ? or (${target.sql}))`
      found.push({ sql, values: [kind, ...target.values] })
    }
    // Checks the same `assetId` as `thingsOf`.
    const ofAsset = kind === 'asset' ? await veil.visibleCondition(assetNamed(columns)) : null
    if (ofAsset) found.push(ofAsset)
  }
  return found
}

const assetNamed = ({ data }: TargetColumns) =>
  dialect() === 'postgres' ? `(${data}->>'assetId')` : `json_extract(${data}, '$.assetId')`

/** The objects an entry is about: its target, and the shared file or folder that entries about links name. */
function thingsOf({ entityType, entityId, metadata }: Entry) {
  const things = entityType && entityId ? [{ kind: entityType, id: entityId }] : []
  const { assetId } = metadata
  return typeof assetId === 'string' ? [...things, { kind: 'asset', id: assetId }] : things
}
