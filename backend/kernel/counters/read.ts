import { unscoped } from '../database/index.js'
import { countersTable } from '../database/schema/counting.js'
import { currentContext, tenantTable } from '../tenancy/index.js'

/** The values of one counter for one key. */
export interface Sums {
  counter: string
  /** The value of the key column; '' without one. */
  key: string
  /** Number of rows. */
  n: number
  /** Number of rows with a value to add up. */
  valued: number
  /** Sum of these values. */
  total: number
}

/**
 * Counts and sums of the current tenant (for an operator, of all tenants), in one consistent read.
 * @param since the first hour to count, as an ISO time; hours are kept for the last three days
 */
export async function countersOf(names: readonly string[], since?: string): Promise<Sums[]> {
  const rows = await counted(names, since).groupBy('counter', 'key').select('counter', 'key')
  return rows.map(numbers)
}

/** Like `countersOf`, by hour: `hour` is a prefix of an ISO time in UTC, `2026-11-20T09`. */
export async function countersByHour(
  names: readonly string[],
  since: string
): Promise<(Sums & { hour: string })[]> {
  const by = ['bucket', 'counter', 'key']
  const rows = await counted(names, since)
    .groupBy(...by)
    .select('bucket as hour', 'counter', 'key')
  return rows.map(numbers)
}

/**
 * One counter by tenant: the current tenant, or for an operator the given tenants or all. Tenants without counts
 * are omitted.
 */
export async function countersByTenant(
  name: string,
  tenantIds?: readonly string[]
): Promise<Map<string, Sums>> {
  const query = counted([name]).groupBy('tenant_id').select('tenant_id')
  if (tenantIds) query.whereIn('tenant_id', [...tenantIds])
  const rows = await query
  return new Map(rows.map((row) => [row.tenant_id, numbers(row)]))
}

/**
 * One counter by tenant and key, for these tenants.
 * @param since the first hour to count, see `countersOf`
 */
export async function countersByTenantAndKey(
  name: string,
  tenantIds: readonly string[],
  since: string
): Promise<(Sums & { tenantId: string })[]> {
  const rows = await counted([name], since)
    .whereIn('tenant_id', [...tenantIds])
    .groupBy('tenant_id', 'key')
    .select('tenant_id', 'key')
  return rows.map((row) => ({ ...numbers(row), counter: name, tenantId: row.tenant_id }))
}

function counted(names: readonly string[], since?: string) {
  const query = tenantTable<Row>(countersTable).whereIn('counter', [...names])
  // Reads tenant by tenant along the primary key.
  if (currentContext().operator) query.whereIn('tenant_id', unscoped().from('tenants').select('id'))
  if (since) query.where('bucket', '>=', since.slice(0, 'yyyy-mm-ddThh'.length))
  for (const column of ['n', 'valued', 'total']) query.sum(`${column} as ${column}`)
  return query
}

interface Row extends Sums {
  tenant_id: string
  hour: string
}

/** PostgreSQL returns sums as text: they may exceed its integer types. */
function numbers<R extends Sums>(row: R): R {
  const { n, valued, total } = row
  return { ...row, n: Number(n), valued: Number(valued), total: Number(total) }
}
