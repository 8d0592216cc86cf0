import { clock } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { withContext } from '@crossdock/kernel/tenancy'
import type { FlowStep } from '../contracts/index.js'
import { Execution } from '../models/execution.js'
import type { Deed } from './deed.js'
import { recordCompleted, recordFailed, recordProgress, recordStart } from './record_progress.js'

/** Why a thread of a run goes no further at present. */
export type Exit =
  /** It waits for a time. */
  | { kind: 'time'; at: number }
  /** It waits for somebody to answer. */
  | { kind: 'token' }
  /** It waits for a place for its call. */
  | { kind: 'call'; target: string }
  /** Everything is done. */
  | { kind: 'through' }
  /** Others go on, or the run fails. */
  | { kind: 'over' }

interface Ending {
  job: RunningJob<{ runId: string }>
  run: Execution
  startedAt: string
  failed: { step: FlowStep; message: string } | undefined
  exits: readonly Exit[]
  /** Done in the same commit. */
  deed?: Deed
  /** The run has not begun before. */
  starts?: boolean
}

/** Ends the job of a run, or puts it back, when none of its threads goes on. */
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
  if (times.length > 0) return job.resumeAt(new Date(Math.min(...times)), pause)
  if (exits.some(({ kind }) => kind === 'token')) {
    // Whoever answers adds a job again.
    return job.finish(async () => {
      await pause()
      await Execution.query().where('id', run.id).update({ job_id: null })
    })
  }
  return job.resumeAt(clock.date(), pause)
}
