import { clock } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/ground'
import { parseObject } from '@crossdock/kernel/json'
import { tenantTable } from '@crossdock/kernel/tenancy'

const dayMs = 24 * 60 * 60_000
/** Default number of days, and the maximum. */
const usualDays = 30
const mostDays = 366

/** A period of days that includes the first and the last day. */
export interface Period {
  since: string
  until: string
}

/**
 * Returns the requested days; by default the last thirty.
 * @throws Problem 422
 */
export function periodOf(since: string | undefined, until: string | undefined): Period {
  const last = until === undefined ? clock.now() : dayIn('until', until)
  const first = since === undefined ? last - (usualDays - 1) * dayMs : dayIn('since', since)
  if (first > last) throw invalid('since', text('"since" must not be later than "until".'))
  if (last - first >= mostDays * dayMs) {
    throw invalid('since', text('Ask for {most} days at most.', { most: mostDays }))
  }
  return { since: dateOf(first), until: dateOf(last) }
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** JavaScript reads February 30 as March 2, so compare the result with the input. */
function dayIn(field: string, written: string): number {
  const time = Date.parse(written)
  if (/^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(time) && dateOf(time) === written) {
    return time
  }
  throw invalid(field, text('"{field}" must be a day such as 2026-01-31.', { field }))
}

/** Returns the usage of these environments on these days, earliest first. Days without usage are omitted. */
export async function usageDays(environmentIds: readonly string[], { since, until }: Period) {
  const rows = await tenantTable('environment_usage')
    .whereIn('environment_id', [...environmentIds])
    .where('date', '>=', since)
    .where('date', '<=', until)
    .orderBy('date')
    .orderBy('environment_id')
  return rows.map(showDay)
}

function showDay(row: Record<string, unknown>) {
  const count = (name: string) => Number(row[name])
  const calls = count('api_calls')
  const meters = typeof row.meters === 'string' ? parseObject(row.meters) : row.meters
  return {
    environmentId: String(row.environment_id),
    date: String(row.date),
    apiCalls: calls,
    successfulCalls: count('successful_calls'),
    errorCalls: count('error_calls'),
    averageResponseTime:
      calls === 0 ? 0 : Math.round(count('response_microseconds') / calls / 10) / 100,
    storageUsed: count('storage_used'),
    filesUploaded: count('files_uploaded'),
    filesDownloaded: count('files_downloaded'),
    workflowExecutions: count('workflow_executions'),
    webhookTriggers: count('webhook_triggers'),
    syncOperations: count('sync_operations'),
    meters: (meters ?? {}) as Record<string, number>,
  }
}
