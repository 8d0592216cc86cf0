import { clock } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { enqueue, lastTimes, nextTime } from '@crossdock/kernel/jobs'
import type { TriggeredWorkflow } from '../contracts/index.js'
import { scheduleSkipped } from '../event_types.js'
import { inTurn, startDue } from '../job_refs.js'
import { WorkflowSchedule } from '../models/workflow_schedule.js'
import { withoutContext } from '../without_context.js'
import { rulesOf, type ScheduleConfig } from './config.js'
import type { Skip } from './plan.js'

/** A job that is due within this time may already be running, and would miss a row that is added now. */
const soonMs = 60_000

type Scheduled = TriggeredWorkflow<ScheduleConfig>

/** Recomputes the next due time of the workflow. */
export async function beginSchedule({ id, config }: Scheduled): Promise<void> {
  const { cron, timeZone } = rulesOf(config)
  const present = clock.date()
  const next = nextTime(cron, timeZone, present)
  const row = (await rowOf(id)) ?? new WorkflowSchedule().fill({ workflowId: id })
  const nextAt = next.toISOString()
  await row.merge({ nextAt, wakeAt: nextAt, heldUntil: null }).save()
  await wakeAt(next, present)
}

/** Stops a schedule. Its row is kept, because it references the run that may still be active. */
export async function pauseSchedule({ id, name, config }: Scheduled): Promise<void> {
  const row = await rowOf(id)
  if (!row?.nextAt) return
  const [from, present] = [new Date(row.nextAt), clock.date()]
  if (from <= present) {
    const { cron, timeZone } = rulesOf(config)
    const [last] = lastTimes(cron, timeZone, present, 1)
    const until = last && last > from ? last : from
    await recordSkipped({ id, name }, { reason: 'paused', from, until })
  }
  await row.merge({ nextAt: null, wakeAt: null, heldUntil: null }).save()
}

/** Deletes a schedule, because the workflow has another trigger now. */
export async function endSchedule({ id }: Scheduled): Promise<void> {
  await WorkflowSchedule.query().where('workflow_id', id).delete()
}

const rowOf = (workflowId: string) =>
  WorkflowSchedule.query().where('workflow_id', workflowId).first()

/** Adds the job that checks the schedules due at that time. One job for each time is enough for a tenant. */
export async function wakeAt(time: Date, present: Date): Promise<void> {
  const at = time.toISOString()
  const isSoon = time.getTime() - present.getTime() < soonMs
  const options = { runAt: time, ...inTurn, ...(isSoon ? {} : { uniqueKey: at }) }
  await withoutContext(() => enqueue(startDue, { at }, options))
}

/** Records in the event log why times passed without a run. */
export async function recordSkipped(
  { id, name }: { id: string; name: string },
  { reason, from, until }: Skip
): Promise<void> {
  await recordEvent(scheduleSkipped, {
    target: { type: 'workflow', id },
    payload: { name, reason, from: from.toISOString(), until: until.toISOString() },
  })
}
