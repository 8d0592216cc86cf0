import { dialect } from '@crossdock/kernel/database'
import type { Row } from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { veils, type TargetColumns } from '../contracts/index.js'
import type { ActivityLog } from '../models/activity_log.js'

type Entry = Row<ActivityLog>

/** Tells entries about what the caller may not see from the others. */
export async function veiled(rows: readonly Entry[]): Promise<(entry: Entry) => boolean> {
  // Outside any tenant is nobody but the super administrator.
  if (!currentContext().tenantId) return () => false
  const hidden = new Map<string, ReadonlySet<string>>()
  for (const [kind, veil] of veils.entries()) {
    const ids = new Set(rows.flatMap(thingsOf).flatMap((one) => (one.kind === kind ? one.id : [])))
    if (ids.size > 0) hidden.set(kind, await veil.hidden([...ids]))
  }
  return (entry) => thingsOf(entry).some(({ kind, id }) => hidden.get(kind)?.has(id) ?? false)
}

const ofEntries: TargetColumns = {
  type: 'entity_type',
  id: 'activity_logs.entity_id',
  data: 'activity_logs.metadata',
}

/** Conditions that leave out rows about veiled things. @param columns those of the feed by default */
export async function unveiled(
  columns: TargetColumns = ofEntries
): Promise<{ sql: string; values: string[] }[]> {
  if (!currentContext().tenantId) return []
  const found = []
  for (const [kind, veil] of veils.entries()) {
    const target = await veil.outside(columns.id)
    if (target) {
      const sql = `(${columns.type} is null or ${columns.type} <> ? or (${target.sql}))`
      found.push({ sql, values: [kind, ...target.values] })
    }
    // As `thingsOf` has it.
    const beside = kind === 'asset' ? await veil.outside(assetNamed(columns)) : null
    if (beside) found.push(beside)
  }
  return found
}

const assetNamed = ({ data }: TargetColumns) =>
  dialect() === 'postgres' ? `(${data}->>'assetId')` : `json_extract(${data}, '$.assetId')`

/** What an entry is about: its target, and the file or folder it names beside that, as those of links do. */
function thingsOf({ entityType, entityId, metadata }: Entry) {
  const things = entityType && entityId ? [{ kind: entityType, id: entityId }] : []
  const { assetId } = metadata
  return typeof assetId === 'string' ? [...things, { kind: 'asset', id: assetId }] : things
}
