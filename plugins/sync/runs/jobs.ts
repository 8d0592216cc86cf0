import { clock, transaction } from '@crossdock/kernel/database'
import { text, type Text } from '@crossdock/kernel/http'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { SyncContract } from '../models/sync_contract.js'
import { contractActor } from './as_owner.js'
import { startDue } from './due.js'
import { passJob, startDuePasses } from './names.js'
import { everywhere, Pass, type Again } from './pass.js'
import { answered, noteResume, passOf } from './pass_row.js'
import { PassStopped, PassWaits } from './pass_stopped.js'
import { closeRun, noteState, openRunOf } from './run_record.js'
import { withContext } from '@crossdock/kernel/tenancy'

const hourMs = 60 * 60_000

async function work(job: RunningJob<{ contractId: string }>): Promise<void> {
  const { contractId } = job.payload
  const contract = await SyncContract.find(contractId)
  const row = await passOf(contractId)
  const isWanted = contract !== null && row !== null && contract.deletedAt === null
  if (!isWanted || (!contract.isActive && !row.wantsPlan)) return await job.finish()
  const since = clock.ticks()
  const pass = new Pass(job, contract)
  const actor = contractActor(contract)
  await withContext({ environmentId: contract.environmentId, actor }, async () => {
    const again = await pass.run().catch((error: unknown) => ended(job, contract, error))
    await end(job, pass.seen, again, clock.ticks() - since)
  })
}

/** Ends the job, or puts it back: for what was asked for since, or for what is tried again. */
async function end(
  job: RunningJob<{ contractId: string }>,
  seen: number,
  again: Again,
  lastMs: number
): Promise<void> {
  const { contractId } = job.payload
  const isAskedFor = await job.commit(() => answered(contractId, seen, lastMs))
  const next = isAskedFor ? clock.date() : again
  if (next) return await job.resumeAt(next, () => noteResume(contractId, next))
  await job.finish(async () => {
    await noteResume(contractId, null)
    // Asked for between the two commits.
    const row = await passOf(contractId)
    if (row && Number(row.wanted) > seen) throw new AskedAgain()
  })
}

class AskedAgain extends Error {}

/** @throws what is no reason to end the run: it is tried again */
async function ended(
  job: RunningJob<{ contractId: string }>,
  contract: SyncContract,
  error: unknown
): Promise<Again> {
  if (error instanceof PassWaits) {
    await job.commit(() => noteState(contract.id, { phase: 'waiting', message: error.text }))
    return error.againInMs === null ? null : new Date(clock.now() + error.againInMs)
  }
  if (!(error instanceof PassStopped)) throw error
  await job.commit(() => fail(contract, error.text))
  // What a person does may be no change of the contract: it looks again by itself.
  return new Date(clock.now() + hourMs)
}

/** Ends the run as failed, in the caller's transaction. */
async function fail(contract: SyncContract, message: Text): Promise<void> {
  const run = await openRunOf(contract.id)
  if (run) await closeRun(contract, run.id, { status: 'failed', message })
  await noteState(contract.id, { phase: 'failed', message })
}

const unknown = text('Something went wrong on the server.')

export default [
  defineJob(passJob, {
    retry: { attempts: 12, delayMs: 1_000, maxDelayMs: 10 * 60_000 },
    timeoutMs: 6 * hourMs,
    retryable: false,
    handle: (job) => everywhere(() => work(job)),
    failed: ({ payload }) =>
      everywhere(() =>
        transaction(async () => {
          const contract = await SyncContract.find(payload.contractId)
          if (contract) await fail(contract, unknown)
        })
      ),
  }),
  defineJob(startDuePasses, { handle: startDue }),
]
