import { countersByTenant } from '@crossdock/kernel/counters'
import { ask, dialect, newId, now, transaction } from '@crossdock/kernel/database'
import { parseObject } from '@crossdock/kernel/json'
import { environmentLimits } from '@crossdock/kernel/ledger'
import { asOperator } from '@crossdock/kernel/tenancy'
import { counted, type Tally } from './tally.js'

/**
 * Adds what was counted to the rows of the days, all in one commit. Bytes are read as they are then. What belongs to an
 * environment that is gone is left out.
 */
export async function write(tallies: readonly Tally[]): Promise<void> {
  await asOperator('usage of all tenants is written down', async () => {
    const bytes = await countersByTenant('storage.chunks', [
      ...new Set(tallies.map(({ tenantId }) => tenantId)),
    ])
    const rows: Row[] = []
    for (const tally of tallies) {
      const production = await environmentLimits.use().production(tally.tenantId)
      const environmentId = tally.environmentId ?? production
      if (!environmentId) continue
      // Files are the tenant's, and count where its `production` works.
      const stored = environmentId === production ? (bytes.get(tally.tenantId)?.total ?? 0) : 0
      rows.push({ ...tally, environmentId, stored })
    }
    await transaction(async () => {
      await addCounts(rows)
      for (const row of rows) if (Object.keys(row.meters).length > 0) await addMeters(row)
      await noteUsed(rows)
    })
  })
}

interface Row extends Tally {
  environmentId: string
  stored: number
}

/** Of one environment and day: of production there may be two, named and not. */
async function addCounts(rows: readonly Row[]): Promise<void> {
  const added = counted.map((name) => `${name} = environment_usage.${name} + excluded.${name}`)
  const sums = counted.map((name) => `sum(given.${name})`)
  const written = rows.map(({ environmentId, date, counts, stored }) => ({
    ...{ environment_id: environmentId, date, storage_used: stored, new_id: newId() },
    ...counts,
  }))
  await ask(
    `insert into environment_usage
       (id, tenant_id, created_at, environment_id, date, storage_used, ${counted.join(', ')})
     select max(given.new_id), e.tenant_id, ${dialect() === 'postgres' ? 'cast(? as timestamptz)' : '?'},
       e.id, given.date, max(given.storage_used), ${sums.join(', ')}
     from ${given()} join tenant_environments e on e.id = given.environment_id
     where true group by e.tenant_id, e.id, given.date
     on conflict (environment_id, date) do update set storage_used = excluded.storage_used, ${added.join(', ')}`,
    // In the order of the places: PostgreSQL and SQLite read the rows of one text.
    [now(), JSON.stringify(written)]
  )
}

/** What lists are sorted by, as of now. Answers show what the ledger has: a month may have ended since. */
async function noteUsed(rows: readonly Row[]): Promise<void> {
  const today = now().slice(0, 'yyyy-mm-dd'.length)
  const ids = JSON.stringify([...new Set(rows.map(({ environmentId }) => environmentId))])
  const given =
    dialect() === 'postgres'
      ? 'select json_array_elements_text(?::json)'
      : 'select value from json_each(?)'
  const ofEnvironment = 'from environment_usage as u where u.environment_id = e.id and u.date'
  await ask(
    `update tenant_environments as e set
       api_calls_used = (select coalesce(sum(u.api_calls), 0) ${ofEnvironment} >= ?),
       storage_used_gb = coalesce(
         (select round(u.storage_used / 1073741824.0, 2) ${ofEnvironment} = ?), e.storage_used_gb)
     where e.id in (${given})`,
    [`${today.slice(0, 'yyyy-mm'.length)}-01`, today, ids]
  )
}

/** The rows as a table: however many there are, the statement is the same. */
function given(): string {
  const texts = ['environment_id', 'date', 'new_id']
  const numbers = ['storage_used', ...counted]
  if (dialect() === 'postgres') {
    const columns = [
      ...texts.map((name) => `${name} text`),
      ...numbers.map((name) => `${name} bigint`),
    ]
    return `jsonb_to_recordset(cast(? as jsonb)) as given(${columns.join(', ')})`
  }
  const columns = [...texts, ...numbers].map((name) => `value ->> '${name}' as ${name}`)
  return `(select ${columns.join(', ')} from json_each(?)) as given`
}

/** In the same transaction, which holds the row by now. */
async function addMeters({ environmentId, date, meters }: Row): Promise<void> {
  const where = 'environment_id = ? and date = ?'
  const [row] = await ask<{ meters: unknown }>(
    `select meters from environment_usage where ${where}`,
    [environmentId, date]
  )
  if (!row) return
  const known = typeof row.meters === 'string' ? parseObject(row.meters) : row.meters
  const sums: Record<string, number> = { ...(known as Record<string, number>) }
  for (const [name, n] of Object.entries(meters)) sums[name] = (sums[name] ?? 0) + n
  await ask(`update environment_usage set meters = ? where ${where}`, [
    ...[JSON.stringify(sums), environmentId, date],
  ])
}
