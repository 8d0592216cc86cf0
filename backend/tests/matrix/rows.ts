import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { until } from '@crossdock/kernel/testing'

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

/** Longer than any consumer gathers events, and than calls are counted before they are written. */
const restMs = 1_500

/** Every row a tenant owns in any table, as text, for comparing before and after and for searching. */
export function rowsOf(tenantId: string): Promise<Map<string, string[]>> {
  return asOperator('compare all rows of a tenant', async () => {
    const rows = new Map<string, string[]>()
    for (const table of await tenantTables()) {
      const found: object[] = await unscoped().from(table).where('tenant_id', tenantId)
      const texts = found.map((row) =>
        JSON.stringify(Object.entries(row).filter(([column]) => !restless.has(column)))
      )
      rows.set(table, texts.sort())
    }
    return rows
  })
}

/** The rows once nothing happens any more: what was set off earlier has been worked and told. */
export async function settledRowsOf(tenantId: string): Promise<Map<string, string[]>> {
  let before = ''
  let since = performance.now()
  return until('the tenant to come to rest', async () => {
    const rows = await rowsOf(tenantId)
    const text = JSON.stringify([...rows])
    if (text !== before) since = performance.now()
    before = text
    return performance.now() - since > restMs && rows
  })
}
