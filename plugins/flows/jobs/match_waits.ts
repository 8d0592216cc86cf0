import { setImmediate } from 'node:timers/promises'
import { presentRights } from '@crossdock/backend/access'
import { assetLibrary } from '@crossdock/backend/assets'
import { findEvents, positioned, toEvent, type LoggedEvent } from '@crossdock/kernel/events'
import {
  environmentResolver,
  currentTenantId,
  tenantTable,
  withContext,
} from '@crossdock/kernel/tenancy'
import { Problem } from '@crossdock/kernel/ground'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { endWait } from '../actions/event_waits.js'
import { flowActor } from '../runs/flow_actor.js'
import { toTriggerEvent } from '../runs/trigger_event.js'
import { resumeRun } from '../actions/resume_run.js'
import { valuePath } from '../expressions/value_path.js'
import { EventWait } from '../models/event_wait.js'
import { Execution } from '../models/execution.js'
import { mayReadEventType } from '../definition/waitable_events.js'
import { compare } from '../expressions/compare.js'
import { readValue } from '../expressions/read_value.js'
import { matchWaits, type MatchWaitsPayload } from '../job_refs.js'

const pageSize = 200

/** Ends the waits for events that have happened. An event that is delivered twice ends a wait once. */
export const waits = defineJob(matchWaits, {
  // The same retries as for event triggers (match_triggers.ts).
  retry: { attempts: 80, delayMs: 1_000, maxDelayMs: 60 * 60_000 },
  async handle(job) {
    const { payload } = job
    if ('token' in payload) return catchUp(job, payload.token)
    const events = await findEvents(payload.eventIds)
    const types = [...new Set(events.map(({ eventType }) => eventType))]
    const waiting = await EventWait.query().whereIn('event_type', types).orderBy('id')
    await endMatchingWaits(job, events, waiting)
  },
})

/** Handles the events that happened while the step began to wait. */
async function catchUp(job: RunningJob<MatchWaitsPayload>, token: string): Promise<void> {
  const waiting = await EventWait.query().where('token', token)
  const [first] = waiting
  if (!first) return
  const types = waiting.map(({ eventType }) => eventType)
  let from = Number(first.fromSeq)
  for (;;) {
    const rows = await tenantTable('middleware_events')
      .whereIn('event_type', types)
      .where('seq', '>', from)
      .orderBy('seq')
      .limit(pageSize)
    const events = rows.flatMap((row) => toEvent(positioned(row)) ?? [])
    if ((await endMatchingWaits(job, events, waiting)) || rows.length < pageSize) return
    from = Number(rows.at(-1)!.seq)
  }
}

/**
 * Ends the waits that match one of the events, in log order.
 * @returns whether it ended a wait
 */
async function endMatchingWaits(
  job: RunningJob<MatchWaitsPayload>,
  events: readonly LoggedEvent[],
  waiting: readonly EventWait[]
): Promise<boolean> {
  const ended = new Set<string>()
  let looked = 0
  for (const event of events) {
    for (const wait of waiting) {
      if (++looked % 500 === 0) await setImmediate()
      job.signal.throwIfAborted()
      if (ended.has(wait.token) || wait.eventType !== event.eventType) continue
      if (event.seq <= Number(wait.fromSeq) || !(await isMeant(event, wait))) continue
      const received = toTriggerEvent(event)
      const also = () => endWait(wait.token)
      await resumeRun(wait.token, { timedOut: false, event: received }, { also }).catch(
        ignoreIfOver
      )
      ended.add(wait.token)
    }
  }
  return ended.size > 0
}

async function isMeant(event: LoggedEvent, wait: EventWait): Promise<boolean> {
  const { assetId, filter } = wait
  if (assetId && (event.targetType !== 'asset' || event.targetId !== assetId)) return false
  if (filter) {
    const input = { event: toTriggerEvent(event), assetId: null, userId: null, steps: {} }
    const value = await readValue(valuePath(filter.value) ?? [], input)
    if (!compare(value, filter.operator, filter.other)) return false
  }
  const run = await Execution.find(wait.runId)
  // A failed run handles no events until a person retries it.
  if (!run || !['started', 'running'].includes(run.status)) return false
  const production = await environmentResolver.use().resolve(currentTenantId(), null)
  if ((event.environmentId ?? production) !== run.environmentId) return false
  return isOpen(event, wait, run)
}

/** Returns whether the person who saved the workflow may read the event and its subject. */
async function isOpen(event: LoggedEvent, { savedBy }: EventWait, run: Execution) {
  const { permissions } = await presentRights.use().of(savedBy)
  const actor = flowActor({ id: run.flowId, name: run.flowName }, run.contextData.userId)
  return withContext({ permissions, lenderId: savedBy, actor }, async () => {
    if (!mayReadEventType(event.eventType)) return false
    const { targetType, targetId } = event
    if (targetType !== 'asset' || targetId === null) return true
    return !(await assetLibrary.use().findClosed([targetId])).has(targetId)
  })
}

/** Ignores the error if the wait was answered or has expired, or if its run has ended. */
function ignoreIfOver(error: unknown): void {
  if (!(error instanceof Problem && error.status === 404)) throw error
}
