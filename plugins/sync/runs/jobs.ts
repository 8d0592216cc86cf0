import { clock } from '@crossdock/kernel/database'
import { Problem, text, type Text } from '@crossdock/kernel/ground'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import { EndpointError } from '../contracts/index.js'
import { missingEndMessage } from '../actions/save_contract.js'
import { SyncContract } from '../models/sync_contract.js'
import { endRun, lockedContract, openRunOf, setState } from '../rows/index.js'
import { workOf } from './agent_work.js'
import { contractActor } from './as_owner.js'
import { endOfPass } from './failures.js'
import { passJob } from './names.js'
import { Pass, type Again } from './pass.js'
import { markHandled, passOf, type Answered } from './pass_row.js'
import { PassStopped, PassWaits } from './pass_stopped.js'

/** Runs `work` in all environments of the tenant, because the contract names its own environment. */
const inAllEnvironments = <T>(work: () => Promise<T>): Promise<T> =>
  withContext({ environmentId: null }, work)

const hourMs = 60 * 60_000

async function work(job: RunningJob<{ contractId: string }>): Promise<void> {
  const { contractId } = job.payload
  const contract = await SyncContract.find(contractId)
  const row = await passOf(contractId)
  const isWanted = contract !== null && row !== null && contract.deletedAt === null
  if (!isWanted || (!contract.isActive && !row.wantsPlan)) return await job.finish()
  const pass = new Pass(job, contract)
  const actor = contractActor(contract)
  await withContext({ environmentId: contract.environmentId, actor }, async () => {
    const again = await pass.run().catch((error: unknown) => handleError(job, contract, error))
    await finishJob(job, pass, again)
  })
}

/** Ends the job, or reschedules it for later requests or for a retry. */
async function finishJob(
  job: RunningJob<{ contractId: string }>,
  answer: Answered,
  again: Again
): Promise<void> {
  const { contractId } = job.payload
  const note = (resumesAt: Date | null) => async () => {
    if (await markHandled(contractId, { ...answer, resumesAt })) throw new AskedAgain()
  }
  try {
    await (again ? job.resumeAt(again, note(again)) : job.finish(note(null)))
  } catch (error) {
    if (!(error instanceof AskedAgain)) throw error
    await job.resumeAt(clock.date())
  }
}

/** Another pass was requested after this pass had begun. */
class AskedAgain extends Error {}

/**
 * Handles the error of a pass: the run waits or fails.
 * @throws all other errors, after which the job is retried
 */
async function handleError(
  job: RunningJob<{ contractId: string }>,
  contract: SyncContract,
  thrown: unknown
): Promise<Again> {
  const error = reasonOf(thrown)
  if (error instanceof PassWaits) {
    await job.commit(async () => {
      const locked = await lockedContract(contract.id)
      // A contract that has lost an end during the pass keeps the message about the missing end.
      if (!locked?.isActive || missingEndMessage(locked)) return
      await setState(locked, { phase: 'waiting', message: error.text })
    })
    return error.againInMs === null ? null : new Date(clock.now() + error.againInMs)
  }
  if (!(error instanceof PassStopped)) throw error
  await job.commit(() => failRun(contract.id, error.text))
  if (contract.syncMode !== 'continuous') return null
  // The problem may disappear without a change of the contract, so try again later.
  return new Date(clock.now() + hourMs)
}

/** Converts an error of a whole end into an error that ends the run or lets it wait. */
function reasonOf(error: unknown): unknown {
  if (error instanceof EndpointError) return endOfPass(error)
  const isRefusal = error instanceof Problem && error.status < 500 && error.status !== 429
  return isRefusal ? new PassStopped(error.text) : error
}

/** Ends the run as failed, in the caller's transaction. */
async function failRun(contractId: string, message: Text): Promise<void> {
  const contract = await lockedContract(contractId)
  if (!contract) return
  // The work may have been planned with rights or for ends that have changed.
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
    handle: (job) => inAllEnvironments(() => work(job)),
    failed: ({ payload }) => inAllEnvironments(() => failRun(payload.contractId, unknown)),
  }),
]
