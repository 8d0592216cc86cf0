import type { EventEffects } from '@crossdock/backend/events'
import { integrationsRead } from '../../contracts/index.js'
import { webhookReceived, webhookRefused } from '../event_types.js'
import { WebhookRequest } from '../models/webhook_request.js'

const requestEvents = new Set([webhookReceived, webhookRefused].map(({ name }) => name))

/** The stored request of an event. Its runs are effects of the event itself. */
export const requestsOfEvents: EventEffects = {
  permission: integrationsRead,
  entityType: 'webhook_request',
  async of({ event: { eventType, payload } }) {
    const { requestId } = payload
    if (!requestEvents.has(eventType) || typeof requestId !== 'string')
      return { total: 0, items: [] }
    const request = await WebhookRequest.query()
      .where('id', requestId)
      .select('id', 'method', 'outcome', 'created_at')
      .first()
    // The retention of logs may have deleted the request.
    if (!request) return { total: 0, items: [] }
    const { id, method, outcome, createdAt } = request
    return { total: 1, items: [{ id, createdAt, name: method, status: outcome }] }
  },
}
