import { assetLibrary } from '@crossdock/backend/assets'
import { ask, clock } from '@crossdock/kernel/database'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { ExternalSystem } from '../models/external_system.js'
import { healthCalls } from '../circuit/state.js'
import { SystemCircuit } from '../models/system_circuit.js'
import { SystemGrant } from '../models/system_grant.js'
import { showCircuit } from './circuits.js'

const hourMs = 3_600_000
const hours = 24
/** Maximum number of newest calls per system that count. */
const mostCalls = 1_000

interface HourRow {
  system_id: string
  hour: number
  calls: unknown
  failed: unknown
  p50: unknown
  p95: unknown
  last_failed: string | Date | null
}

interface FailureRow {
  id: string
  system_id: string
  asset_id: string | null
  status_code: number | null
  error_message: string | null
  created_at: string | Date
}

/**
 * Returns the health of systems over a day, by hour, and whether calls are paused. Failed tests do not count. One
 * query counts the calls of all systems; another reads the last failure of each system.
 */
export async function healthOf(ids: readonly string[]) {
  const systems = await ExternalSystem.query()
    .whereIn('id', [...ids])
    .select('id')
  const wanted = systems.map(({ id }) => id)
  if (wanted.length === 0) return []
  const rows = await countByHour(wanted)
  const failures = await lastFailures(rows)
  const circuits = await SystemCircuit.query().whereIn('system_id', wanted)
  const grants = await SystemGrant.query().whereIn('system_id', wanted).select('system_id', 'state')
  return wanted.map((systemId) => {
    const own = rows.filter(({ system_id: id }) => id === systemId)
    const calls = sum(own, 'calls')
    return {
      systemId,
      calls,
      failed: sum(own, 'failed'),
      isCut: calls >= mostCalls,
      p50: most(own, 'p50'),
      p95: most(own, 'p95'),
      // The oldest hour comes first.
      hours: Array.from({ length: hours }, (_, at) => {
        const row = own.find(({ hour }) => Number(hour) === hours - 1 - at)
        return { calls: Number(row?.calls ?? 0), failed: Number(row?.failed ?? 0) }
      }),
      lastFailure: failures.get(systemId) ?? null,
      grant: grants.find((grant) => grant.systemId === systemId)?.state ?? null,
      circuit: showCircuit(circuits.find((circuit) => circuit.systemId === systemId)),
    }
  })
}

const sum = (rows: HourRow[], of: 'calls' | 'failed') =>
  rows.reduce((total, row) => total + Number(row[of]), 0)

const most = (rows: HourRow[], of: 'p50' | 'p95') =>
  rows.reduce<number | null>(
    (largest, row) => (row[of] === null ? largest : Math.max(largest ?? 0, Number(row[of]))),
    null
  )

async function countByHour(ids: readonly string[]): Promise<HourRow[]> {
  const parts = ids.map((id) => callsOf(id, ago(hours)).toSQL())
  const calls = parts.map(({ sql }, at) => `select * from (${sql}) as calls_${at}`)
  // The hour of a call; 0 is the last hour. Comparisons work in the same way in both databases.
  const bounds = Array.from({ length: hours - 1 }, (_, at) => ago(at + 1))
  const hour = bounds.map((_, at) => `when created_at >= ? then ${at}`).join(' ')
  return ask<HourRow>(
    `with calls as (${calls.join(' union all ')}),
      ranked as (
        select system_id, status, created_at, duration,
          row_number() over (partition by system_id, duration is null order by duration) as place,
          count(duration) over (partition by system_id) as total
        from calls
      ),
      placed as (select ranked.*, case ${hour} else ${hours - 1} end as hour from ranked)
    select system_id, hour, count(*) as calls,
      sum(case when status = 'success' then 0 else 1 end) as failed,
      max(case when place * 100 < 50 * total + 100 then duration end) as p50,
      max(case when place * 100 < 95 * total + 100 then duration end) as p95,
      max(case when status <> 'success' then created_at end) as last_failed
    from placed group by system_id, hour`,
    [...parts.flatMap(({ bindings }) => bindings as string[]), ...bounds]
  )
}

const callsOf = (systemId: string, since: string) =>
  healthCalls(tenantTable('integration_logs').where('system_id', systemId))
    .where('created_at', '>=', since)
    .whereNot('status', 'pending')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostCalls)
    .select('system_id', 'status', 'created_at', 'duration')

const ago = (count: number) => new Date(clock.now() - count * hourMs).toISOString()

/** Reads the last failure of each system. The times are known, so each failure is one index lookup. */
async function lastFailures(rows: readonly HourRow[]) {
  const times = new Map<string, string>()
  for (const { system_id: id, last_failed: at } of rows) {
    const time = at === null ? '' : new Date(at).toISOString()
    if (time > (times.get(id) ?? '')) times.set(id, time)
  }
  if (times.size === 0) return new Map<string, never>()
  const query = tenantTable<FailureRow>('integration_logs').where((any) => {
    for (const [id, at] of times) {
      void any.orWhere((one) => void one.where('system_id', id).where('created_at', at))
    }
  })
  const found = await query
    .whereNotNull('workflow_id')
    .whereIn('status', ['error', 'timeout'])
    .limit(mostCalls)
    .select('id', 'system_id', 'asset_id', 'status_code', 'error_message', 'created_at')
  const closed = await assetLibrary.use().findClosed(found.flatMap((row) => row.asset_id ?? []))
  return new Map(
    found.map((row) => [
      row.system_id,
      {
        at: new Date(row.created_at).toISOString(),
        // The message may describe the file, so it is hidden together with the file.
        message: closed.has(row.asset_id ?? '') ? null : row.error_message,
        statusCode: row.status_code,
        logId: row.id,
      },
    ])
  )
}
