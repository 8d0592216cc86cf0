import { clock, isPassing, now } from '@crossdock/kernel/database'
import { LeaseLost, type RunningJob } from '@crossdock/kernel/jobs'
import { logger } from '@crossdock/kernel/plugin'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { keptRecords, type KeptRecords } from '../contracts/index.js'
import { placesOf } from '../queries/periods.js'
import { Pace } from './pace.js'
import { announceDeletion, prunePart } from './prune_part.js'
import { runOf } from './run_of.js'

/** After this time the job lets other jobs run and continues later. */
const turnMs = 60_000
/** After this many database errors a kind counts as failed. */
const patience = 3

/**
 * Deletes expired records of the context's tenant, kind by kind, in small batches. After a crash the job
 * continues: the row of each kind says whether this job has completed it. If a kind fails, the error is
 * recorded and the others continue.
 */
export async function pruneTenant(job: RunningJob): Promise<void> {
  const turn = { begin: performance.now(), pace: new Pace() }
  for (const [kind, records] of keptRecords.entries()) {
    try {
      if (!(await pruneKind(job, kind, records, turn))) return await job.resumeAt(clock.date())
    } catch (error) {
      if (job.signal.aborted || error instanceof LeaseLost) throw error
      if (isPassing(error) && job.attempt < patience) throw error
      logger.use().error({ err: error, kind, tenantId: currentTenantId() }, 'retention failed')
      await job.commit(async () => {
        const run = await runOf(kind, job.id)
        await run.merge({ failed: true, endedAt: now() }).save()
      })
    }
  }
}

interface Turn {
  begin: number
  pace: Pace
}

/** Prunes one kind. Returns false if time runs out first. */
async function pruneKind(
  job: RunningJob,
  kind: string,
  records: KeptRecords,
  { begin, pace }: Turn
): Promise<boolean> {
  const places = await placesOf(records)
  for (const [index, environmentId] of places.entries()) {
    for (let more = true; more;) {
      job.signal.throwIfAborted()
      if (performance.now() - begin > turnMs) return false
      const from = performance.now()
      let heldMs = 0
      more = await job.commit(
        async () => {
          const run = await runOf(kind, job.id)
          if (run.endedAt !== null) return false
          const held = performance.now()
          const gone = await prunePart(kind, records, environmentId, run, pace.rows)
          heldMs = performance.now() - held
          run.deleted += gone
          if (gone === 0 && index === places.length - 1) {
            await announceDeletion(kind, records, run)
            run.endedAt = now()
          }
          await run.save()
          return gone > 0
        },
        { progress: true }
      )
      if (more) await pace.rest(heldMs, performance.now() - from, job.signal)
    }
  }
  return true
}
