import { newId } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { insertAll, tenantTable } from '@crossdock/kernel/tenancy'
import { flowProgressed, flowStarted } from '../event_types.js'
import { inTurn, matchWaits } from '../job_refs.js'
import { EventWait, type EventFilter } from '../models/event_wait.js'
import { StepResult } from '../models/step_result.js'

/** A run records one of these events in the transaction that starts a step. */
const beginnings = [flowStarted.name, flowProgressed.name]

/**
 * Returns the log position at which a try of a step began. Later events have a greater `seq`, in whichever order
 * transactions commit.
 */
export async function beginningOf(runId: string, path: string): Promise<number> {
  const { tries } = await StepResult.query().where({ run_id: runId, path }).firstOrFail()
  const [last] = await tenantTable<{ seq: number }>('middleware_events')
    .where('target_id', runId)
    .whereIn('event_type', beginnings)
    .where('created_at', '<=', tries.at(-1)!.startedAt)
    .orderBy('seq', 'desc')
    .limit(1)
    .select('seq')
  return Number(last?.seq ?? 0)
}

interface NewWait {
  runId: string
  token: string
  eventTypes: readonly string[]
  /** The result of `beginningOf`. */
  fromSeq: number
  assetId: string | null
  filter: EventFilter | null
  savedBy: string | null
}

/**
 * Stores the events for which a step waits, in the transaction that records the wait. Events since `fromSeq` may
 * have been delivered before the wait existed, so a job looks for them.
 */
export async function keepWait({ eventTypes, ...wait }: NewWait): Promise<void> {
  await insertAll(
    [...new Set(eventTypes)].map((eventType) => {
      const row = new EventWait().fill({ ...wait, eventType })
      row.id = newId()
      return row
    })
  )
  await enqueue(matchWaits, { token: wait.token }, inTurn)
}

/** Deletes the wait of a step, in the transaction that records its end. */
export async function endWait(token: string): Promise<void> {
  await EventWait.query().where('token', token).delete()
}

/** Like `endWait`, for all steps of a run that has ended. */
export async function endWaitsOf(runId: string): Promise<void> {
  await EventWait.query().where('run_id', runId).delete()
}
