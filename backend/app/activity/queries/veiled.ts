import type { Row } from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { veils } from '../contracts/index.js'
import type { ActivityLog } from '../models/activity_log.js'

type Entry = Row<ActivityLog>

/** Tells entries about what the caller may not see from the others. */
export async function veiled(rows: readonly Entry[]): Promise<(entry: Entry) => boolean> {
  // Outside any tenant is nobody but the super administrator.
  if (!currentContext().tenantId) return () => false
  const hidden = new Map<string, ReadonlySet<string>>()
  for (const [kind, veil] of veils.entries()) {
    const ofKind = rows.filter(({ entityType }) => entityType === kind)
    const ids = new Set(ofKind.flatMap(({ entityId }) => entityId ?? []))
    if (ids.size > 0) hidden.set(kind, await veil([...ids]))
  }
  return ({ entityType, entityId }) => hidden.get(entityType ?? '')?.has(entityId ?? '') ?? false
}
