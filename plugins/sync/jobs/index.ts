import { flowRuns } from '@crossdock/flows/contracts'
import { now, unscoped } from '@crossdock/kernel/database'
import { english, Problem } from '@crossdock/kernel/ground'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { deleteSomeData } from '../actions/forget.js'
import { SyncKept } from '../models/sync_kept.js'
import { SyncRun } from '../models/sync_run.js'
import { endWaits, forgetContract, startDue, tidySync } from '../job_refs.js'
import passJobs from '../runs/jobs.js'
import { startDueRuns } from './start_due.js'

const rowsAtOnce = 500

/** Deletes kept versions after their time, so that the store can release their contents. Runs in operator scope. */
async function tidy(job: RunningJob): Promise<void> {
  for (;;) {
    job.signal.throwIfAborted()
    const rows: { id: string }[] = await unscoped()
      .from(SyncKept.table)
      .where('kept_until', '<', now())
      .orderBy('kept_until')
      .limit(rowsAtOnce)
      .select('id')
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await unscoped().from(SyncKept.table).whereIn('id', ids).delete()
    if (ids.length < rowsAtOnce) return
  }
}

async function forget({ payload, signal }: RunningJob<{ contractId: string }>): Promise<void> {
  while (await deleteSomeData(payload.contractId)) signal.throwIfAborted()
}

/** Ends the waits of workflow steps with the result of the run, or with its failure. */
async function resumeSteps({ payload }: RunningJob<{ runId: string }>): Promise<void> {
  const run = await SyncRun.find(payload.runId)
  if (!run) return
  const { id: runId, status, counts, filesDone: files, bytesDone: bytes, message } = run
  const failed = status === 'failed' || status === 'cancelled'
  const sentence = message ? english(message) : 'The run of the sync contract was ended.'
  const family = status === 'failed' ? ('internal' as const) : ('refused' as const)
  const ending = failed ? { fail: { message: sentence, family, status: null } } : {}
  for (const token of run.waitTokens) {
    try {
      await flowRuns.use().resume(token, { runId, status, files, bytes, ...counts }, ending)
    } catch (error) {
      // The workflow run has ended, or the step has timed out.
      if (!(error instanceof Problem) || error.status !== 404) throw error
    }
  }
}

export default [
  ...passJobs,
  defineJob(startDue, { handle: startDueRuns }),
  defineJob(tidySync, { handle: tidy }),
  defineJob(forgetContract, {
    retry: { attempts: 50, delayMs: 1_000, maxDelayMs: 60 * 60_000 },
    handle: forget,
  }),
  defineJob(endWaits, {
    retry: { attempts: 50, delayMs: 1_000, maxDelayMs: 60_000 },
    handle: resumeSteps,
  }),
]
