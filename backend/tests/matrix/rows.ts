import { now, unscoped } from '@crossdock/kernel/database'
import { countUse } from '@crossdock/kernel/ledger'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { until } from '@crossdock/kernel/testing'
import { followers } from '../../kernel/events/followers.js'
import { beginning, isBefore, type Position } from '../../kernel/events/position.js'

/** Columns that change by themselves when their owner is active. */
const restless = new Set([
  'last_used_at',
  'last_seen_at',
  'last_login_at',
  'expires_at',
  'lease_until',
])
/** The machinery's own bookkeeping; what is left of a limit is given back when it was not used. */
const ignored = new Set(['jobs', 'event_cursors', 'ledger_windows', 'ledger_places'])

async function tenantTables(): Promise<string[]> {
  const client = unscoped()
  const names: string[] = await client.getAllTables(['public'])
  const owned: string[] = []
  for (const name of names.filter((table) => !ignored.has(table)).sort()) {
    const columns = await client.columnsInfo(name)
    if ('tenant_id' in columns) owned.push(name)
  }
  return owned
}

/** Every row a tenant owns in any table, as text, for comparing before and after and for searching. */
export function rowsOf(tenantId: string): Promise<Map<string, string[]>> {
  return asOperator('compare all rows of a tenant', async () => {
    const rows = new Map<string, string[]>()
    for (const table of await tenantTables()) {
      const found: object[] =
        table === 'counters'
          ? await sumsOf(tenantId)
          : await unscoped().from(table).where('tenant_id', tenantId)
      const texts = found.map((row) =>
        JSON.stringify(Object.entries(row).filter(([column]) => !restless.has(column)))
      )
      rows.set(table, texts.sort())
    }
    return rows
  })
}

/** What counters say. Their rows are added up into fewer once an hour, and say the same. */
function sumsOf(tenantId: string): Promise<object[]> {
  return unscoped()
    .from('counters')
    .where('tenant_id', tenantId)
    .select('counter', 'key')
    .sum({ n: 'n', valued: 'valued', total: 'total' })
    .groupBy('counter', 'key')
}

/** The rows once nothing happens any more: what was set off earlier has been worked and told, and all calls are counted. */
export async function settledRowsOf(tenantId: string): Promise<Map<string, string[]>> {
  const isAtRest = () =>
    asOperator('look for what is left to do', async () => !(await isBusy(tenantId)))
  await until('the tenant to come to rest', isAtRest)
  await untilCounted(tenantId)
  return until('the tenant to be at rest still', async () => (await isAtRest()) && rowsOf(tenantId))
}

/** Whether an event is left to handle or a job to work, once the other is looked at as well. */
async function isBusy(tenantId: string): Promise<boolean> {
  const last = await lastEvent(tenantId)
  if (followers().some(({ at }) => isBefore(at, last))) return true
  const jobs = unscoped().from('jobs').where('tenant_id', tenantId)
  const waits = jobs.where((some) =>
    some
      .whereIn('state', ['waiting', 'running', 'held_key', 'held_name'])
      .orWhere((due) => due.where('state', 'scheduled').where('run_at', '<=', now()))
  )
  if (await waits.first()) return true
  // What was worked in between has told of it.
  return isBefore(last, await lastEvent(tenantId))
}

async function lastEvent(tenantId: string): Promise<Position> {
  const row = await unscoped()
    .from('middleware_events')
    .where('tenant_id', tenantId)
    .orderBy([
      { column: 'transaction', order: 'desc' },
      { column: 'seq', order: 'desc' },
    ])
    .first()
  return row ? { transaction: Number(row.transaction), seq: Number(row.seq) } : beginning
}

/** Calls are counted in memory and written all together: once one that is counted now is there, all before it are. */
async function untilCounted(tenantId: string): Promise<void> {
  const counted = () =>
    asOperator('look whether calls are written', async () => {
      const rows = await unscoped().from('environment_usage').where('tenant_id', tenantId)
      return rows.reduce((sum, row) => sum + Number(row.sync_operations), 0)
    })
  const before = await counted()
  // Taken back at once, so that nothing has changed.
  for (const n of [1, -1]) {
    await inTenant(tenantId, async () => countUse('syncOperations', n))
    await until('calls to be written', async () => (await counted()) > before === n > 0)
  }
}
