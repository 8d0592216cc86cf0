import type { LoggedEvent } from '@crossdock/kernel/events'

/** What a message says of its event. */
export type MessageEvent = Pick<
  LoggedEvent,
  | 'id'
  | 'eventType'
  | 'createdAt'
  | 'tenantId'
  | 'environmentId'
  | 'targetType'
  | 'targetId'
  | 'payload'
>

/** The message about an event, as Standard Webhooks writes it: its payload, and where it happened to what. */
export function messageOf(event: MessageEvent) {
  const { id, eventType: type, createdAt: timestamp, payload } = event
  const { tenantId, environmentId, targetType, targetId } = event
  const target =
    targetType !== null && targetId !== null ? { type: targetType, id: targetId } : null
  return { type, timestamp, data: { ...payload, id, target, tenantId, environmentId } }
}

/** The header `webhook-id`: the same for each attempt of a delivery. */
export const messageId = (deliveryId: string): string => `msg_${deliveryId.replaceAll('-', '')}`
