import { tenantTable } from '@crossdock/kernel/tenancy'
import { rollupsTable } from './add.js'

/** Selects the intervals of a grain from a time on, optionally only of some workflows or of one system. */
export interface RollupFilter {
  grain: string
  since: string
  flowIds: readonly string[] | null
  systemId?: string | null
}

interface Sum {
  n: number
  total: number
}

/** Sums one kind of rollup, grouped by these columns. A negative sum counts as 0. */
export async function summed<Column extends 'at' | 'flow_id' | 'step_id' | 'system_id' | 'outcome'>(
  kind: 'run' | 'step' | 'queue',
  by: readonly (Column | 'bucket')[],
  { grain, since, flowIds, systemId }: RollupFilter
): Promise<(Sum & Record<Column, string> & { bucket: number })[]> {
  const query = tenantTable<Record<string, string | number>>(rollupsTable)
    .where({ grain, kind })
    .where('at', '>=', since)
    .groupBy(...by)
    .select(...by)
  if (flowIds) query.whereIn('flow_id', [...flowIds])
  if (systemId) query.where('system_id', systemId)
  const rows = await query.sum('n as n').sum('total as total')
  return rows.map((row) => ({
    ...(row as Record<Column, string>),
    bucket: Number(row.bucket),
    n: Math.max(0, Number(row.n)),
    total: Math.max(0, Number(row.total)),
  }))
}
