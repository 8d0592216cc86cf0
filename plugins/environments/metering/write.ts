import { countersByTenant } from '@crossdock/kernel/counters'
import { ask, dialect, newId, now, transaction } from '@crossdock/kernel/database'
import { parseObject } from '@crossdock/kernel/json'
import { environmentLimits } from '@crossdock/kernel/ledger'
import { asOperator } from '@crossdock/kernel/tenancy'
import { counted, type Tally } from './tally.js'

/**
 * Adds counts to the rows of their days, all in one commit. Also stores the present number of stored bytes.
 * Counts of deleted environments are dropped.
 */
export async function write(tallies: readonly Tally[]): Promise<void> {
  await asOperator('write the usage of all tenants', async () => {
    const bytes = await countersByTenant('storage.chunks', [
      ...new Set(tallies.map(({ tenantId }) => tenantId)),
    ])
    const rows: Row[] = []
    for (const tally of tallies) {
      const production = await environmentLimits.use().production(tally.tenantId)
      const environmentId = tally.environmentId ?? production
      if (!environmentId) continue
      // Files belong to the tenant. Their bytes count towards `production`.
      const stored = environmentId === production ? (bytes.get(tally.tenantId)?.total ?? 0) : 0
      rows.push({ ...tally, environmentId, stored })
    }
    await transaction(async () => {
      await addCounts(rows)
      for (const row of rows) if (Object.keys(row.meters).length > 0) await addMeters(row)
      await updateUsedColumns(rows)
    })
  })
}

interface Row extends Tally {
  environmentId: string
  stored: number
}

/**
 * Adds counts to the stored rows, one for each environment and day. `production` may have two tallies for a day,
 * one with its id and one with null.
 */
async function addCounts(rows: readonly Row[]): Promise<void> {
  const added = counted.map((name) => `${name} = environment_usage.${name} + excluded.${name}`)
  const sums = counted.map((name) => `sum(given.${name})`)
  const written = rows.map(({ environmentId, date, counts, stored }) => ({
    environment_id: environmentId,
    date,
    storage_used: stored,
    new_id: newId(),
    ...counts,
  }))
  await ask(
    `insert into environment_usage
       (id, tenant_id, created_at, environment_id, date, storage_used, ${counted.join(', ')})
     select max(given.new_id), e.tenant_id, ${dialect() === 'postgres' ? 'cast(? as timestamptz)' : '?'},
       e.id, given.date, max(given.storage_used), ${sums.join(', ')}
     from ${rowsSql()} join tenant_environments e on e.id = given.environment_id
     where true group by e.tenant_id, e.id, given.date
     on conflict (environment_id, date) do update set storage_used = excluded.storage_used, ${added.join(', ')}`,
    [now(), JSON.stringify(written)]
  )
}

/**
 * Updates the columns by which lists are sorted. Answers show the current usage instead, because a month may
 * have ended since.
 */
async function updateUsedColumns(rows: readonly Row[]): Promise<void> {
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

/** Returns SQL for the rows as a table. The statement is the same for any number of rows. */
function rowsSql(): string {
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

/** Adds counts of plugins' meters. `addCounts` has locked the row in the same transaction. */
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
    JSON.stringify(sums),
    environmentId,
    date,
  ])
}
