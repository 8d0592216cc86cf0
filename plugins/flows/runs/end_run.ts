import { clock, now } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import type { FlowStep } from '../contracts/index.js'
import { Execution } from '../models/execution.js'
import type { StepCommit } from './step_commit.js'
import { recordCompleted, recordFailed, recordProgress, recordStart } from './record_progress.js'

/** Why a thread of a run stops. */
export type Exit =
  /** It waits for a time. */
  | { kind: 'time'; at: number }
  /** It waits for an answer. */
  | { kind: 'token' }
  /** It waits for a slot for its call. */
  | { kind: 'call'; target: string }
  /** All steps are done. */
  | { kind: 'completed' }
  /** Other threads continue, or the run has failed. */
  | { kind: 'stopped' }

interface Ending {
  job: RunningJob<{ runId: string }>
  run: Execution
  startedAt: string
  failed: { step: FlowStep; message: string } | undefined
  exits: readonly Exit[]
  /** Changes to commit together with the end. */
  changes?: StepCommit
  /** Whether the run starts now, too. */
  starts?: boolean
}

/** Ends the job of a run, or reschedules it, when none of its threads continues. */
export async function endRun({ job, run, startedAt, failed, exits, changes, starts }: Ending) {
  const record = async () => void (await changes?.do())
  if (failed) {
    return job.finish(async () => {
      await record()
      await recordFailed(run, failed.message, startedAt, failed.step)
    })
  }
  if (exits.some(({ kind }) => kind === 'completed')) {
    return job.finish(async () => {
      await record()
      if (!starts) return recordCompleted(run, startedAt)
      const begun = await recordStart(run)
      await withContext(begun, () => recordCompleted(run, begun.startedAt))
    })
  }
  const pause = async () => {
    await record()
    if (changes && !changes.isEmpty) await recordProgress(run)
  }
  const call = exits.find((exit) => exit.kind === 'call')
  if (call) return job.lineUp(call.target, pause, { progress: true })
  const times = exits.flatMap((exit) => (exit.kind === 'time' ? [exit.at] : []))
  const waits = (more: { job_id?: null }) => async () => {
    await pause()
    await Execution.query()
      .where('id', run.id)
      .update({ ...more, paused_at: run.pausedAt ?? now() })
  }
  if (times.length > 0) return job.resumeAt(new Date(Math.min(...times)), waits({}))
  if (exits.some(({ kind }) => kind === 'token')) {
    // The answer that ends the wait adds a new job.
    return job.finish(waits({ job_id: null }))
  }
  return job.resumeAt(clock.date(), pause)
}
