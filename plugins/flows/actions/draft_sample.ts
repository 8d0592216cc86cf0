import { eventReading } from '@crossdock/backend/activity'
import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import { findEvents } from '@crossdock/kernel/events'
import { missingPermission, notFound, Problem, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import type { StepInput } from '../contracts/index.js'
import { findExecution } from '../queries/executions.js'
import { mayReadEventType } from '../definition/waitable_events.js'
import type { sampleBody } from '../validators/draft.js'

/** The input of a test, in the form of a run's context. */
export type SampleInput = Pick<StepInput, 'assetId' | 'event' | 'userId' | 'data'>

/**
 * Returns the input that a sample gives to a test: the input of an earlier run, an event with its file, a file,
 * or data as another system sends it. The test acts for the caller.
 * @throws Problem 403 and 404 for data that the caller may not read
 */
export async function inputOf(sample: Output<typeof sampleBody>): Promise<SampleInput> {
  const { userId } = currentContext().actor
  const { runId, eventId, assetId, data } = sample
  if (runId) {
    const { contextData } = await findExecution(runId)
    if (contextData.assetId) await assertMayRead(contextData.assetId)
    if (contextData.event) assertMayReadEvent(contextData.event.eventType)
    return {
      assetId: contextData.assetId,
      event: contextData.event,
      data: contextData.data,
      userId,
    }
  }
  if (eventId) {
    const event = await readableEvent(eventId)
    const about = event.targetType === 'asset' ? event.targetId : null
    if (about) await assertMayRead(about)
    return { assetId: about, event, userId }
  }
  if (assetId) await assertMayRead(assetId)
  return { assetId: assetId || null, event: null, userId, ...(data === undefined ? {} : { data }) }
}

async function readableEvent(id: string) {
  const [event] = await findEvents([id])
  if (!event || !eventReading.use().types().has(event.eventType)) {
    throw notFound('There is no event with the id "{id}".', id)
  }
  const { eventType, createdAt, targetType, targetId, userId, payload } = event
  return { id, eventType, createdAt, targetType, targetId, userId, payload }
}

/**
 * Refuses event data that the caller may not read: a test would show it, although a run hides it.
 * @throws Problem 403
 */
function assertMayReadEvent(eventType: string): void {
  if (mayReadEventType(eventType)) return
  const sentence = text(
    'An event of the type "{name}" started this run, and you may not read it. Choose another sample.',
    { name: eventType }
  )
  throw new Problem(403, 'E_FORBIDDEN', sentence)
}

async function assertMayRead(assetId: string): Promise<void> {
  if (!holds(assetsRead)) throw missingPermission(assetsRead)
  await assetLibrary.use().find(assetId)
}
