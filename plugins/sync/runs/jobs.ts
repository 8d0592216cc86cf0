import { clock } from '@crossdock/kernel/database'
import { Problem, text, type Text } from '@crossdock/kernel/http'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import { EndpointError } from '../contracts/index.js'
import { lackingEnd } from '../actions/save_contract.js'
import { SyncContract } from '../models/sync_contract.js'
import { endRun, lockedContract, openRunOf, setState } from '../rows/index.js'
import { workOf } from './agent_work.js'
import { contractActor } from './as_owner.js'
import { endOfPass } from './failures.js'
import { passJob } from './names.js'
import { Pass, type Again } from './pass.js'
import { answered, passOf, type Answered } from './pass_row.js'
import { PassStopped, PassWaits } from './pass_stopped.js'

/** In a context that sees all environments of the tenant: a contract says itself where it works. */
const everywhere = <T>(work: () => Promise<T>): Promise<T> =>
  withContext({ environmentId: null }, work)

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
    await end(job, { seen: pass.seen, lastMs: clock.ticks() - since }, again)
  })
}

/** Ends the job, or puts it back: for what was asked for since, or for what is tried again. */
async function end(
  job: RunningJob<{ contractId: string }>,
  answer: Answered,
  again: Again
): Promise<void> {
  const { contractId } = job.payload
  const note = (resumesAt: Date | null) => async () => {
    if (await answered(contractId, { ...answer, resumesAt })) throw new AskedAgain()
  }
  try {
    await (again ? job.resumeAt(again, note(again)) : job.finish(note(null)))
  } catch (error) {
    if (!(error instanceof AskedAgain)) throw error
    await job.resumeAt(clock.date())
  }
}

/** Something asked for a pass since this one has looked. */
class AskedAgain extends Error {}

/** @throws what is no reason to end the run: it is tried again */
async function ended(
  job: RunningJob<{ contractId: string }>,
  contract: SyncContract,
  thrown: unknown
): Promise<Again> {
  const error = reasonOf(thrown)
  if (error instanceof PassWaits) {
    await job.commit(async () => {
      const locked = await lockedContract(contract.id)
      // A contract that has lost an end since then keeps saying so.
      if (!locked?.isActive || lackingEnd(locked)) return
      await setState(locked, { phase: 'waiting', message: error.text })
    })
    return error.againInMs === null ? null : new Date(clock.now() + error.againInMs)
  }
  if (!(error instanceof PassStopped)) throw error
  await job.commit(() => fail(contract.id, error.text))
  if (contract.syncMode !== 'continuous') return null
  // What a person does may be no change of the contract: it looks again by itself.
  return new Date(clock.now() + hourMs)
}

/** What an end as a whole refuses ends the run or has it wait, as what the pass itself finds out. */
function reasonOf(error: unknown): unknown {
  if (error instanceof EndpointError) return endOfPass(error)
  const isRefusal = error instanceof Problem && error.status < 500 && error.status !== 429
  return isRefusal ? new PassStopped(error.text) : error
}

/** Ends the run as failed, in the caller's transaction. */
async function fail(contractId: string, message: Text): Promise<void> {
  const contract = await lockedContract(contractId)
  if (!contract) return
  // Whatever was planned was planned with rights, or for ends, that may be no more.
  await workOf(contractId).delete()
  const run = await openRunOf(contractId)
  if (run) await endRun(contract, run, 'failed', message)
  else if (contract.isActive) await setState(contract, { phase: 'failed', message })
}

const unknown = text('Something went wrong on the server.')

export default [
  defineJob(passJob, {
    retry: { attempts: 12, delayMs: 1_000, maxDelayMs: 10 * 60_000 },
    timeoutMs: 6 * hourMs,
    retryable: false,
    handle: (job) => everywhere(() => work(job)),
    failed: ({ payload }) => everywhere(() => fail(payload.contractId, unknown)),
  }),
]
