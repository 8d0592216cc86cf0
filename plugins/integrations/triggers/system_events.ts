import type { ConnectedSystems, SystemEvent } from '@crossdock/flows/contracts'
import type { LoggedEvent } from '@crossdock/kernel/events'
import {
  callFailed,
  callSucceeded,
  circuitClosed,
  circuitOpened,
  grantBroken,
  systemUpdated,
} from '../event_types.js'
import { contentOf } from '../hooks/door/content.js'
import { webhookReceived } from '../hooks/event_types.js'
import { mostBytes } from '../hooks/limits.js'
import { WebhookRequest } from '../hooks/models/webhook_request.js'
import { bodyOf } from '../hooks/queries/stored_body.js'
import { ExternalSystem } from '../models/external_system.js'

type TargetedEvent = Pick<LoggedEvent, 'targetType' | 'targetId' | 'payload'>

const asTarget = ({ targetType, targetId }: TargetedEvent) =>
  targetType === 'external_system' ? (targetId ?? undefined) : undefined

/** Events about systems. Flows can start on them. */
export const eventsOfSystems: readonly SystemEvent[] = [
  {
    type: webhookReceived,
    systemOf: ({ payload: { systemId } }) => (typeof systemId === 'string' ? systemId : undefined),
    data: ({ payload }) => requestData(String(payload.requestId)),
  },
  ...[callSucceeded, callFailed, circuitOpened, circuitClosed, grantBroken, systemUpdated].map(
    (type) => ({ type, systemOf: asTarget })
  ),
]

/** Returns a stored request in the form that webhook workflows read; undefined if it was deleted since. */
async function requestData(id: string): Promise<unknown> {
  const request = await WebhookRequest.find(id)
  if (!request) return undefined
  const { method, headers, contentType, size } = request
  const body = (await bodyOf(request)) ?? Buffer.alloc(0)
  return {
    requestId: id,
    method,
    headers,
    contentType,
    size,
    query: parametersIn(request.query),
    ...(await contentOf({ headers, body }, mostBytes)),
  }
}

function parametersIn(query: string): Record<string, string | string[]> {
  const groups = Map.groupBy(new URLSearchParams(query), ([name]) => name)
  return Object.fromEntries(
    [...groups].map(([name, pairs]) => {
      const values = pairs.map(([, value]) => value)
      return [name, values.length > 1 ? values : values[0]!]
    })
  )
}

export const systemsOfFlows: ConnectedSystems = {
  has: async (id) => (await ExternalSystem.query().where('id', id).select('id').first()) !== null,
  hold: async (id) =>
    (await ExternalSystem.query().where('id', id).forShare().select('id').first()) !== null,
}
