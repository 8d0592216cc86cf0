import type { LoggedEvent } from '@crossdock/kernel/events'

/** The parts of an event that a message includes. */
export type MessageEvent = Pick<
  LoggedEvent,
  'id' | 'eventType' | 'createdAt' | 'environmentId' | 'targetType' | 'targetId' | 'payload'
> & { tenantId: string }

/**
 * Returns the message about an event in the format of Standard Webhooks. `data` is only the payload. Facts about
 * the event are separate, so that no payload field can collide with them.
 */
export function messageOf(event: MessageEvent) {
  const { id, eventType: type, createdAt: timestamp, payload } = event
  const { tenantId, environmentId, targetType, targetId } = event
  const target =
    targetType !== null && targetId !== null ? { type: targetType, id: targetId } : null
  return { type, timestamp, id, target, tenantId, environmentId, data: payload }
}

/** Returns the header `webhook-id`: the same for each attempt of a delivery. */
export const messageId = (deliveryId: string): string => `msg_${deliveryId.replaceAll('-', '')}`
