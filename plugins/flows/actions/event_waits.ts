import { newId } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { insertAll, tenantTable } from '@crossdock/kernel/tenancy'
import { flowProgressed, flowStarted } from '../event_types.js'
import { inTurn, matchWaits } from '../jobs/names.js'
import { EventWait, type EventFilter } from '../models/event_wait.js'
import { StepResult } from '../models/step_result.js'

/** What a run tells the log in the transaction in which a step begins. */
const beginnings = [flowStarted.name, flowProgressed.name]

/**
 * The place of the log at which a try of a step has begun. What was recorded later has a greater
 * `seq`, whichever transaction ends first.
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
  /** As `beginningOf` gives it. */
  fromSeq: number
  assetId: string | null
  filter: EventFilter | null
  savedBy: string | null
}

/**
 * Records what a step waits for, in the transaction that records its wait. What has happened since
 * `fromSeq` was handed out before there was a wait to match: a job looks for it.
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

/** Forgets what a step waited for, in the transaction that records that it waits no more. */
export async function endWait(token: string): Promise<void> {
  await EventWait.query().where('token', token).delete()
}

/** As `endWait`, of all steps of a run that never goes on. */
export async function endWaitsOf(runId: string): Promise<void> {
  await EventWait.query().where('run_id', runId).delete()
}
