import { text, type Text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { integrationsRead } from './contracts/permissions.js'
import { bindingPermissions } from './contracts/vocabulary.js'

const permission = integrationsRead

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

const system = (name: string, description: string, sentence: (name: string) => Text) =>
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
  sentence: (name: string, system: string) => Text
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

const binding = (name: string, description: string, sentence: (system: string) => Text) =>
  defineEvent(name, {
    description,
    security: true,
    permission,
    payload: vine.object({
      systemId: vine.string(),
      systemName: vine.string(),
      assetId: vine.string().meta({ description: 'The folder.' }),
      permissions: vine.array(vine.enum(bindingPermissions)),
      isActive: vine.boolean(),
    }),
    activity: (payload) => sentence(payload.systemName),
  })

export const egressAllowed = range(
  'egress_allowed',
  'The operator opened a private range to the tenant'
)
export const egressClosed = range(
  'egress_closed',
  'The operator closed a private range to the tenant'
)
export const systemCreated = system('system_created', 'An external system was connected', (name) =>
  text('Connected {name}', { name })
)
export const systemUpdated = system('system_updated', 'An external system was changed', (name) =>
  text('Updated the connection to {name}', { name })
)
export const systemDeleted = system(
  'system_deleted',
  'An external system was disconnected and deleted',
  (name) => text('Disconnected {name}', { name })
)
export const endpointCreated = endpoint(
  'endpoint_created',
  'An endpoint was added to an external system',
  (name, system) => text('Added the endpoint {name} to {system}', { name, system })
)
export const endpointUpdated = endpoint(
  'endpoint_updated',
  'An endpoint of an external system was changed',
  (name, system) => text('Updated the endpoint {name} of {system}', { name, system })
)
export const endpointDeleted = endpoint(
  'endpoint_deleted',
  'An endpoint of an external system was deleted',
  (name, system) => text('Deleted the endpoint {name} of {system}', { name, system })
)
export const bindingCreated = binding(
  'folder_binding_create',
  'A system was bound to a folder',
  (system) => text('Bound {system} to a folder', { system })
)
export const bindingUpdated = binding(
  'folder_binding_update',
  'What a system may do with a folder it is bound to was changed',
  (system) => text('Changed a folder binding of {system}', { system })
)
export const bindingDeleted = binding(
  'folder_binding_delete',
  'A system is bound to a folder no longer',
  (system) => text('Deleted a folder binding of {system}', { system })
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
  bindingCreated,
  bindingUpdated,
  bindingDeleted,
]
