import { dialect } from '@crossdock/kernel/database'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { storedStatuses } from '../models/execution.js'

const hourMs = 3_600_000

/** `2026-11-20T09`, in UTC, as the database writes a time and as JavaScript does. */
const hourColumn = () =>
  dialect() === 'postgres'
    ? `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`
    : 'substr(created_at, 1, 13)'

interface Counted {
  hour: string
  status: string
  total: number | string
}

/** The runs of the last 24 hours by the hour in which they were started, the present one last. */
export async function runHours() {
  const present = Math.floor(Date.now() / hourMs) * hourMs
  const starts = Array.from({ length: 24 }, (_, at) =>
    new Date(present - (23 - at) * hourMs).toISOString()
  )
  const rows = await countByHour(starts[0]!)
  return starts.map((hour) => {
    const own = rows.filter((row) => hour.startsWith(row.hour))
    const sum = (counted: Counted[]) => counted.reduce((all, row) => all + Number(row.total), 0)
    return {
      hour,
      runs: sum(own),
      failed: sum(own.filter(({ status }) => status === 'failed')),
    }
  })
}

/** Every status is named so that the index by status and time answers alone, without the rows. */
export function countByHour(since: string) {
  const query = tenantTable<Counted>('flow_execution_history')
  return query
    .whereIn('status', [...storedStatuses])
    .where('created_at', '>=', since)
    .select('status', query.client.raw(`${hourColumn()} as hour`))
    .count('* as total')
    .groupByRaw(`status, ${hourColumn()}`)
}
