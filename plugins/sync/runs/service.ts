import { agentSignals } from '@crossdock/agents/contracts'
import { afterCommit, ask, transaction } from '@crossdock/kernel/database'
import { notFound } from '@crossdock/kernel/ground'
import { currentTenantId, tenantTable } from '@crossdock/kernel/tenancy'
import type { PlanCounts, SideName } from '@crossdock/sync-engine'
import type {
  DraftContract,
  EndFigures,
  Explained,
  RequestedBy,
  RunTrigger,
  ShownPlan,
  SyncRuns,
  Transfer,
} from '../contracts/index.js'
import { missingEndMessage } from '../actions/save_contract.js'
import { SyncContract } from '../models/sync_contract.js'
import { SyncRun } from '../models/sync_run.js'
import { SyncSide } from '../models/sync_side.js'
import { endRun, releaseStop, lockedContract, openRun, openRunOf, setState } from '../rows/index.js'
import { workOf } from './agent_work.js'
import { explainPath } from './explain.js'
import { passOf, requestPass } from './pass_row.js'
import { countFirstRun } from './preview.js'

/** Delay of passes that no person waits for. The consumer of events has already waited for further events. */
const gatherMs = 20

const noPlan: ShownPlan = {
  state: 'none',
  madeAt: null,
  stop: null,
  counts: null,
  operations: [],
  total: 0,
}

/** Rows that one cleanup step deletes from a table. */
const atOnce = 1_000

const tables = [
  'sync_entries',
  'sync_agreed',
  'sync_work',
  'sync_held',
  'sync_sides',
  'sync_passes',
]

/** Implements the runs of contracts. */
export class Runs implements SyncRuns {
  request(
    contractId: string,
    trigger: RunTrigger,
    by: RequestedBy = { userId: null }
  ): Promise<{ runId: string | null }> {
    return transaction(async () => {
      const contract = await contractOf(contractId)
      const isAsked = trigger === 'manual' || trigger === 'step'
      const run = isAsked ? await openRun(contract, trigger, by) : await openRunOf(contractId)
      if (isAsked && run?.status === 'running' && contract.phase !== 'syncing')
        await setState(contract, { phase: 'scanning', message: null })
      const delayMs = trigger === 'continuous' || trigger === 'event' ? gatherMs : 0
      await requestPass(contractId, { trigger, by: by.userId, delayMs })
      return { runId: run?.id ?? null }
    })
  }

  plan(contractId: string): Promise<void> {
    return transaction(async () => {
      await contractOf(contractId)
      await requestPass(contractId, { trigger: null })
    })
  }

  async shownPlan(contractId: string): Promise<ShownPlan> {
    const row = await passOf(contractId)
    const plan = row?.plan ?? noPlan
    return row?.wantsPlan ? { ...plan, state: 'making' } : plan
  }

  stop(runId: string): Promise<void> {
    return transaction(async () => {
      const { contract, run } = await runOf(runId)
      if (run.endedAt !== null) return
      await endRun(contract, run, 'cancelled')
      await workOf(contract.id).delete()
    })
  }

  release(runId: string): Promise<void> {
    return transaction(async () => {
      const { contract, run } = await runOf(runId)
      if (run.status !== 'stopped') return
      await releaseStop(contract, run)
      await requestPass(contract.id, { trigger: run.trigger })
    })
  }

  explain(contractId: string, path: string): Promise<Explained> {
    return explainPath(contractId, path)
  }

  preview(draft: DraftContract): Promise<{ needsAgent: boolean; counts: PlanCounts | null }> {
    return countFirstRun(draft)
  }

  async figures(
    contractIds: readonly string[]
  ): Promise<ReadonlyMap<string, Record<SideName, EndFigures>>> {
    const found = new Map<string, Record<SideName, EndFigures>>()
    if (contractIds.length === 0) return found
    const nothing: EndFigures = { files: null, bytes: null, lastScanAt: null }
    for (const id of contractIds) found.set(id, { source: nothing, target: nothing })
    const rows = await SyncSide.query().whereIn('contract_id', [...contractIds])
    for (const { contractId, side, files, bytes, lastScanAt } of rows) {
      const figures = { files, bytes: bytes === null ? null : Number(bytes), lastScanAt }
      found.get(contractId)![side] = figures
    }
    return found
  }

  async transfers(
    contractId: string,
    { offset, limit }: { offset: number; limit: number }
  ): Promise<{ rows: Transfer[]; total: number }> {
    const some = () => workOf(contractId).whereIn('type', ['write', 'send'])
    const rows = await some().orderBy('side').orderBy('position').offset(offset).limit(limit)
    const [counted] = await some().count('* as total')
    const shown = rows.map(({ id, path, side, type, state, done, total, started_at }) => ({
      id,
      path,
      side,
      type,
      state,
      done: Number(done),
      total: Number(total),
      error: null,
      startedAt: started_at,
    }))
    return { rows: shown, total: Number((counted as unknown as { total: number }).total) }
  }

  changed(contractId: string): Promise<void> {
    return transaction(async () => {
      await workOf(contractId).delete()
      const contract = await SyncContract.find(contractId)
      if (!contract) return
      const agents = [contract.sourceAgentId, contract.targetAgentId].filter((id) => id !== null)
      afterCommit(() => {
        for (const id of agents) agentSignals.peek()?.signal(id, contractId)
      })
      // The contract already shows which end is missing, and a pass would find the same.
      if (missingEndMessage(contract)) return
      const goesOn = (await openRunOf(contractId))?.status === 'running'
      if (contract.isActive && (contract.syncMode === 'continuous' || goesOn))
        await requestPass(contractId, { trigger: 'continuous' })
    })
  }

  async forget(contractId: string): Promise<boolean> {
    for (const table of tables) {
      const rows = await ask<{ id: string }>(
        `select id from ${table} where tenant_id = ? and contract_id = ? limit ?`,
        [currentTenantId(), contractId, atOnce]
      )
      if (rows.length === 0) continue
      await tenantTable(table)
        .whereIn(
          'id',
          rows.map(({ id }) => id)
        )
        .delete()
      return true
    }
    return false
  }
}

async function contractOf(id: string): Promise<SyncContract> {
  const contract = await lockedContract(id)
  if (!contract) throw notFound('There is no sync contract with the id "{id}".', id)
  return contract
}

async function runOf(id: string): Promise<{ contract: SyncContract; run: SyncRun }> {
  const found = await SyncRun.find(id)
  if (!found) throw notFound('There is no run with the id "{id}".', id)
  const contract = await contractOf(found.contractId)
  return { contract, run: await SyncRun.findOrFail(id) }
}
