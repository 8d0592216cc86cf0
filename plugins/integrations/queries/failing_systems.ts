import { clock } from '@crossdock/kernel/database'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { ExternalSystem } from '../models/external_system.js'
import { tellingCalls } from '../circuit/state.js'
import { IntegrationLog } from '../models/integration_log.js'

const dayMs = 24 * 3_600_000
/** Maximum number of failed calls to read, because one system may have a thousand of them. */
const failedCalls = 1_000
const systemsTold = 20
const callsCompared = 50

/** Active systems whose newest calls failed within a day, most recent failure first. Failed tests do not count. */
export async function failingSystems() {
  const since = new Date(clock.now() - dayMs).toISOString()
  const systems = await ExternalSystem.query()
    .whereIn('id', await recentlyFailed(since))
    .where('is_active', true)
    .select('id', 'name')
  const found = await Promise.all(systems.map((system) => judge(system, since)))
  return found
    .filter((one) => one !== null)
    .sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1))
}

async function recentlyFailed(since: string): Promise<string[]> {
  const rows = [...(await newestOf('error', since)), ...(await newestOf('timeout', since))]
  rows.sort((one, other) => Number(new Date(other.created_at)) - Number(new Date(one.created_at)))
  const ids = rows.slice(0, failedCalls).flatMap((row) => row.system_id ?? [])
  return [...new Set(ids)].slice(0, systemsTold)
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
async function judge({ id, name }: ExternalSystem, since: string) {
  const newest = await tellingCalls(IntegrationLog.query().where('system_id', id))
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(callsCompared)
    .select('id', 'status', 'status_code', 'error_message', 'created_at')
  const ended = newest.filter(({ status }) => status !== 'pending')
  const wellAgain = ended.findIndex(({ status }) => status === 'success')
  const failed = wellAgain < 0 ? ended : ended.slice(0, wellAgain)
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
