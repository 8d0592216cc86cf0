import { sampleOf } from '@crossdock/kernel/shapes'
import { mayReadEventType, waitableEvents } from '@crossdock/flows/contracts'
import { groupOf, type EventType } from '@crossdock/kernel/events'
import { newId } from '@crossdock/kernel/database'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { causedByDeliveries } from '../event_types.js'
import { messageOf } from '../message.js'

/** Event types that webhooks can subscribe to. */
export const sentEvents = (): readonly EventType[] =>
  waitableEvents().filter(({ name }) => !causedByDeliveries.has(name))

/** Returns the event types that the caller may subscribe to, each with an example, by name. */
export const subscribableEventTypes = () =>
  sentEvents()
    .filter(({ name }) => mayReadEventType(name))
    .map((type) => ({
      name: type.name,
      group: groupOf(type),
      description: type.description,
      example: exampleOf(type),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))

const at = '2026-12-02T14:04:11.000Z'

/**
 * Builds an example message of the event type.
 * @param when ISO time; a fixed time by default
 */
export function exampleOf(type: EventType, when = at) {
  const sample = sampleOf(type.payload.toJSONSchema() as never, new Map())
  return messageOf({
    id: newId(),
    eventType: type.name,
    createdAt: when,
    tenantId: currentTenantId(),
    environmentId: currentContext().environmentId,
    targetType: null,
    targetId: null,
    payload: sample as Record<string, unknown>,
  })
}
