import { now, unscoped } from '@crossdock/kernel/database'
import { countUse } from '@crossdock/kernel/ledger'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { until } from '@crossdock/kernel/testing'
import { followers } from '../../kernel/events/followers.js'
import { beginning, isBefore, type Position } from '../../kernel/events/position.js'

/** Columns that change while their owner is active. */
const volatileColumns = new Set([
  'last_used_at',
  'last_seen_at',
  'last_login_at',
  'expires_at',
  'lease_until',
])
/** Internal bookkeeping. The unused rest of a limit's lease is returned. */
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

/** Every row of a tenant in any table, as text, to compare and to search. */
export function rowsOf(tenantId: string): Promise<Map<string, string[]>> {
  return asOperator('compare all rows of a tenant', async () => {
    const rows = new Map<string, string[]>()
    for (const table of await tenantTables()) {
      const found: object[] =
        table === 'counters'
          ? await sumsOf(tenantId)
          : await unscoped().from(table).where('tenant_id', tenantId)
      const texts = found.map((row) =>
        JSON.stringify(Object.entries(row).filter(([column]) => !volatileColumns.has(column)))
      )
      rows.set(table, texts.sort())
    }
    return rows
  })
}

/** The sums of counters. Their rows are aggregated once an hour without changing the sums. */
function sumsOf(tenantId: string): Promise<object[]> {
  return unscoped()
    .from('counters')
    .where('tenant_id', tenantId)
    .select('counter', 'key')
    .sum({ n: 'n', valued: 'valued', total: 'total' })
    .groupBy('counter', 'key')
}

/** The rows after all pending work: earlier events are handled, jobs have run, and calls are counted. */
export async function settledRowsOf(tenantId: string): Promise<Map<string, string[]>> {
  const isAtRest = () => asOperator('look for pending work', async () => !(await isBusy(tenantId)))
  await until('the tenant to be idle', isAtRest)
  await untilCounted(tenantId)
  return until('the tenant to stay idle', async () => (await isAtRest()) && rowsOf(tenantId))
}

/** Whether an event or a job is pending, checking events again after jobs. */
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
  // Jobs that ran in between have recorded new events.
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

/** Calls are counted in memory and written together: when a new count is stored, all earlier ones are. */
async function untilCounted(tenantId: string): Promise<void> {
  const counted = () =>
    asOperator('check whether calls are written', async () => {
      const rows = await unscoped().from('environment_usage').where('tenant_id', tenantId)
      return rows.reduce((sum, row) => sum + Number(row.sync_operations), 0)
    })
  const before = await counted()
  // Reverted immediately, so that nothing has changed.
  for (const n of [1, -1]) {
    await inTenant(tenantId, async () => countUse('syncOperations', n))
    await until('calls to be written', async () => (await counted()) > before === n > 0)
  }
}
