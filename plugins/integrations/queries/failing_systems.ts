import { clock } from '@crossdock/kernel/database'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { ExternalSystem } from '../models/external_system.js'
import { healthCalls } from '../circuit/state.js'
import { IntegrationLog } from '../models/integration_log.js'

const dayMs = 24 * 3_600_000
/** Maximum number of failed calls to read. One system may have a thousand. */
const failedCalls = 1_000
const mostSystems = 20
const callsCompared = 50

/** Active systems whose newest calls failed within a day, most recent failure first. Failed tests do not count. */
export async function failingSystems() {
  const since = new Date(clock.now() - dayMs).toISOString()
  const systems = await ExternalSystem.query()
    .whereIn('id', await recentlyFailed(since))
    .where('is_active', true)
    .select('id', 'name')
  const found = await Promise.all(systems.map((system) => failureOf(system, since)))
  return found
    .filter((one) => one !== null)
    .sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1))
}

async function recentlyFailed(since: string): Promise<string[]> {
  const rows = [...(await newestOf('error', since)), ...(await newestOf('timeout', since))]
  rows.sort((one, other) => Number(new Date(other.created_at)) - Number(new Date(one.created_at)))
  const ids = rows.slice(0, failedCalls).flatMap((row) => row.system_id ?? [])
  return [...new Set(ids)].slice(0, mostSystems)
}

/** Query one status at a time, because with several statuses the index by status and time gives no order. */
export const newestOf = (status: 'error' | 'timeout', since: string) =>
  tenantTable<{ system_id: string | null; created_at: string | Date }>('integration_logs')
    .where('status', status)
    // Tests have no workflow.
    .whereNotNull('workflow_id')
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(failedCalls)
    .select('system_id', 'created_at')

/** Returns a failing system with its last failure; null if the system has answered since. */
async function failureOf({ id, name }: ExternalSystem, since: string) {
  const newest = await healthCalls(IntegrationLog.query().where('system_id', id))
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(callsCompared)
    .select('id', 'status', 'status_code', 'error_message', 'created_at')
  const ended = newest.filter(({ status }) => status !== 'pending')
  const newestSuccess = ended.findIndex(({ status }) => status === 'success')
  const failed = newestSuccess < 0 ? ended : ended.slice(0, newestSuccess)
  const last = failed[0]
  if (!last) return null
  return {
    id,
    name,
    failed: failed.length,
    since: failed.at(-1)!.createdAt,
    lastAt: last.createdAt,
    logId: last.id,
    statusCode: last.statusCode,
    errorMessage: last.errorMessage,
  }
}
