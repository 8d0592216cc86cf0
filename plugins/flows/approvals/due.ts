import { clock } from '@crossdock/kernel/database'
import { Problem } from '@crossdock/kernel/http'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { isWaiting } from './queries.js'
import { Approval } from '../models/approval.js'
import { findPeople } from '../steps/recipients.js'
import { approvalRows, ask } from './ask.js'
import { settle } from './decide.js'
import { approvalDue } from './names.js'

const late = { message: 'Nobody has decided in time.', family: 'timeout', status: null } as const
const nobody = { comment: null, decidedBy: null, name: null }

/** What happens when nobody has decided in time. */
export const due = defineJob(approvalDue, {
  retry: { attempts: 50, delayMs: 1_000, maxDelayMs: 60_000 },
  handle,
})

async function handle(job: RunningJob<{ approvalId: string }>): Promise<void> {
  const approval = await Approval.find(job.payload.approvalId)
  if (approval?.status !== 'open' || !approval.dueAt) return
  // Deputies were given more time.
  if (Date.parse(approval.dueAt) > clock.now()) return
  const { id, onDue } = approval
  if (onDue === 'deputy' && approval.deputies && (await askDeputies(job, approval))) return
  const value = {
    decision: 'rejected',
    comment: null,
    approvalId: id,
    decidedBy: null,
    expired: true,
  }
  const ending = onDue === 'reject' ? { value, enter: 'rejected' } : { value: null, fail: late }
  await settle(approval, { ...nobody, decision: 'expired' }, ending).catch((error: unknown) => {
    // The run has ended, or somebody was faster.
    if (!(error instanceof Problem) || error.status !== 404) throw error
  })
}

/** False when nobody of them is there any more. */
async function askDeputies(
  job: RunningJob<{ approvalId: string }>,
  approval: Approval
): Promise<boolean> {
  if (!(await isWaiting(approval))) return true
  const { people } = await findPeople(approval.deputies ?? {})
  if (people.length === 0) return false
  const { id, runId, flowId, flowName, executionId, assetId, question, dueMs } = approval
  const dueAt = new Date(clock.now() + Number(dueMs)).toISOString()
  await job.finish(async () => {
    await approvalRows().update({ id, status: 'open' }, { due_at: dueAt, deputies: null })
    await ask(
      { id, runId, flowId, flowName, executionId, assetId, question, dueAt },
      people.map(({ id: userId }) => userId)
    )
  })
  return true
}
