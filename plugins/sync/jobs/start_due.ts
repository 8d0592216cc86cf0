import { environments } from '@crossdock/environments/contracts'
import { clock, transaction, unscoped } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { inTenant } from '@crossdock/kernel/tenancy'
import { missingEndMessage } from '../actions/save_contract.js'
import { nextRunOf } from '../actions/derived.js'
import { syncRuns } from '../contracts/runs.js'
import { SyncContract } from '../models/sync_contract.js'
import { lockedContract } from '../rows/contract.js'

const pageSize = 200

interface Due {
  id: string
  tenant_id: string
  environment_id: string
}

/**
 * Starts due runs. One run covers all scheduled times that were missed while no process ran. A start moves
 * the due time of the contract, so each query reads the first page. Runs in operator scope.
 */
export async function startDueRuns(job: RunningJob): Promise<void> {
  const present = clock.date().toISOString()
  for (;;) {
    const due: Due[] = await unscoped()
      .from(SyncContract.table)
      .where('next_run_at', '<=', present)
      .orderBy('next_run_at')
      .orderBy('id')
      .limit(pageSize)
      .select('id', 'tenant_id', 'environment_id')
    for (const { id, tenant_id: tenantId, environment_id: environmentId } of due) {
      job.signal.throwIfAborted()
      await inTenant(tenantId, () => start(id, present), { environmentId })
    }
    if (due.length < pageSize) return
  }
}

function start(id: string, present: string): Promise<void> {
  return transaction(async () => {
    const contract = await lockedContract(id)
    if (!contract?.nextRunAt || contract.nextRunAt > present) return
    await contract.merge({ nextRunAt: nextRunOf(contract) }).save()
    if (!contract.isActive || missingEndMessage(contract)) return
    if (!(await environments.use().isActive(contract.environmentId))) return
    const trigger = contract.scheduleConfig.mode === 'schedule' ? 'schedule' : 'continuous'
    await syncRuns.use().request(id, trigger)
  })
}
