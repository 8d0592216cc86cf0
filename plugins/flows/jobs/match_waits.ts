import { setImmediate } from 'node:timers/promises'
import { presentRights } from '@crossdock/backend/access'
import { assetLibrary } from '@crossdock/backend/assets'
import { findEvents, positioned, toEvent, type LoggedEvent } from '@crossdock/kernel/events'
import { environmentResolver, Problem } from '@crossdock/kernel/http'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { currentTenantId, tenantTable, withContext } from '@crossdock/kernel/tenancy'
import { endWait } from '../actions/event_waits.js'
import { flowActor } from '../actions/start_execution.js'
import { toTriggerEvent } from '../runs/trigger_event.js'
import { resumeRun } from '../actions/resume_run.js'
import { valuePath } from '../definition/value_path.js'
import { EventWait } from '../models/event_wait.js'
import { Execution } from '../models/execution.js'
import { mayHear } from '../queries/waitable_events.js'
import { compare } from '../steps/compare.js'
import { readValue } from '../steps/read_value.js'
import { matchWaits, type MatchWaitsPayload } from './names.js'

const pageSize = 200

/** Ends the waits for events that have happened. An event that was handed out twice ends a wait once. */
export const waits = defineJob(matchWaits, {
  // As long as for what starts runs (match_triggers.ts).
  retry: { attempts: 80, delayMs: 1_000, maxDelayMs: 60 * 60_000 },
  async handle(job) {
    const { payload } = job
    if ('token' in payload) return catchUp(job, payload.token)
    const events = await findEvents(payload.eventIds)
    const types = [...new Set(events.map(({ eventType }) => eventType))]
    const waiting = await EventWait.query().whereIn('event_type', types).orderBy('id')
    await endThose(job, events, waiting)
  },
})

/** What happened while the step began to wait. */
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
    if ((await endThose(job, events, waiting)) || rows.length < pageSize) return
    from = Number(rows.at(-1)!.seq)
  }
}

/** Ends the waits that one of the events, in log order, is meant by; whether it ended one. */
async function endThose(
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
      const told = toTriggerEvent(event)
      const also = () => endWait(wait.token)
      await resumeRun(wait.token, { timedOut: false, event: told }, { also }).catch(unlessOver)
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
  // A run that has failed hears nothing until it is retried.
  if (!run || !['started', 'running'].includes(run.status)) return false
  const production = await environmentResolver.use().resolve(currentTenantId(), null)
  if ((event.environmentId ?? production) !== run.environmentId) return false
  return isOpen(event, wait, run)
}

/** Whether whoever has saved the workflow may read the event, and what it is about. */
async function isOpen(event: LoggedEvent, { savedBy }: EventWait, run: Execution) {
  const { permissions } = await presentRights.use().of(savedBy)
  const actor = flowActor({ id: run.flowId, name: run.flowName }, run.contextData.userId)
  return withContext({ permissions, lenderId: savedBy, actor }, async () => {
    if (!mayHear(event.eventType)) return false
    const { targetType, targetId } = event
    if (targetType !== 'asset' || targetId === null) return true
    return !(await assetLibrary.use().closed([targetId])).has(targetId)
  })
}

/** It was answered, came to its time, or its run has ended. */
function unlessOver(error: unknown): void {
  if (!(error instanceof Problem && error.status === 404)) throw error
}
