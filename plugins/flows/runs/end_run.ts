import { clock, now } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import type { FlowStep } from '../contracts/index.js'
import { Execution } from '../models/execution.js'
import type { StepCommit } from './step_commit.js'
import { recordCompleted, recordFailed, recordProgress, recordStart } from './record_progress.js'

/** Why a thread of a run stops for now. */
export type Exit =
  /** It waits for a time. */
  | { kind: 'time'; at: number }
  /** It waits for an answer. */
  | { kind: 'token' }
  /** It waits for a slot for its call. */
  | { kind: 'call'; target: string }
  /** All steps are done. */
  | { kind: 'through' }
  /** Other threads continue, or the run fails. */
  | { kind: 'over' }

interface Ending {
  job: RunningJob<{ runId: string }>
  run: Execution
  startedAt: string
  failed: { step: FlowStep; message: string } | undefined
  exits: readonly Exit[]
  /** Changes that are committed together with the end. */
  deed?: StepCommit
  /** Whether the run has not started before. */
  starts?: boolean
}

/** Ends the job of a run, or reschedules it, when none of its threads continues. */
export async function endRun({ job, run, startedAt, failed, exits, deed, starts }: Ending) {
  const record = async () => void (await deed?.do())
  if (failed) {
    return job.finish(async () => {
      await record()
      await recordFailed(run, failed.message, startedAt, failed.step)
    })
  }
  if (exits.some(({ kind }) => kind === 'through')) {
    return job.finish(async () => {
      await record()
      if (!starts) return recordCompleted(run, startedAt)
      const begun = await recordStart(run)
      await withContext(begun, () => recordCompleted(run, begun.startedAt))
    })
  }
  const pause = async () => {
    await record()
    if (deed && !deed.isEmpty) await recordProgress(run)
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
