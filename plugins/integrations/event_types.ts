import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'

const permission = 'integrations.read'

const range = (name: string, description: string) =>
  defineEvent(name, {
    description,
    security: ['network', 'port', 'systemId'],
    payload: vine.object({
      systemId: vine
        .string()
        .nullable()
        .meta({ description: 'null: for all systems of the tenant.' }),
      network: vine.string().meta({ description: 'A CIDR range.' }),
      port: vine.number().nullable().meta({ description: 'null: any.' }),
    }),
  })

const system = (name: string, description: string, sentence: (name: string) => string) =>
  defineEvent(name, {
    description,
    security: true,
    permission,
    payload: vine.object({
      name: vine.string(),
      systemType: vine.string(),
      isActive: vine.boolean(),
    }),
    activity: (payload) => sentence(payload.name),
  })

const endpoint = (
  name: string,
  description: string,
  sentence: (name: string, systemName: string) => string
) =>
  defineEvent(name, {
    description,
    permission,
    payload: vine.object({
      name: vine.string(),
      systemId: vine.string(),
      systemName: vine.string(),
      method: vine.string(),
      path: vine.string(),
      isActive: vine.boolean(),
    }),
    activity: (payload) => sentence(payload.name, payload.systemName),
  })

export const egressAllowed = range(
  'egress_allowed',
  'The operator opened a private range to the tenant'
)
export const egressClosed = range(
  'egress_closed',
  'The operator closed a private range to the tenant'
)
export const systemCreated = system(
  'system_created',
  'An external system was connected',
  (name) => `Connected ${name}`
)
export const systemUpdated = system(
  'system_updated',
  'An external system was changed',
  (name) => `Updated the connection to ${name}`
)
export const systemDeleted = system(
  'system_deleted',
  'An external system was disconnected and deleted',
  (name) => `Disconnected ${name}`
)
export const endpointCreated = endpoint(
  'endpoint_created',
  'An endpoint was added to an external system',
  (name, systemName) => `Added the endpoint ${name} to ${systemName}`
)
export const endpointUpdated = endpoint(
  'endpoint_updated',
  'An endpoint of an external system was changed',
  (name, systemName) => `Updated the endpoint ${name} of ${systemName}`
)
export const endpointDeleted = endpoint(
  'endpoint_deleted',
  'An endpoint of an external system was deleted',
  (name, systemName) => `Deleted the endpoint ${name} of ${systemName}`
)

/** What this plugin tells the log, with the sentences of the activity feed. */
export const eventTypes = [
  egressAllowed,
  egressClosed,
  systemCreated,
  systemUpdated,
  systemDeleted,
  endpointCreated,
  endpointUpdated,
  endpointDeleted,
]
