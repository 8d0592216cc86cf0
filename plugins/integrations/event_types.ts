import {
  webhookAddressRenewed,
  webhookReceived,
  webhookRefused,
  webhookSecretRotated,
  webhookUpdated,
} from './hooks/event_types.js'
import { text, type Text } from '@crossdock/kernel/ground'
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

/** Requires no permission: only the people in `to` get it. */
export const workflowNotified = defineEvent('workflow_notified', {
  description: 'A workflow step notified people',
  payload: vine.object({
    subject: vine.string(),
    text: vine.string(),
    executionId: vine.string(),
    flowId: vine.string(),
    flowName: vine.string(),
    to: vine.array(vine.string()).meta({ description: 'Ids of people.' }),
    assetId: vine.string().optional(),
  }),
})

export const endpointsImported = defineEvent('endpoints_imported', {
  description:
    'Endpoints were added to an external system together, from a description or a template',
  permission,
  payload: vine.object({ systemName: vine.string(), count: vine.number().withoutDecimals() }),
  activity: ({ count, systemName }) =>
    text('Added {count} endpoints to {systemName}', { count, systemName }),
})

const template = (name: string, description: string, sentence: (name: string) => Text) =>
  defineEvent(name, {
    description,
    permission,
    payload: vine.object({ name: vine.string(), version: vine.string() }),
    activity: (payload) => sentence(payload.name),
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
export const circuitOpened = defineEvent('system_circuit_opened', {
  description: 'Calls to an external system pause',
  permission,
  payload: vine.object({
    name: vine.string(),
    byHand: vine.boolean(),
    reason: vine
      .string()
      .nullable()
      .meta({ description: 'Message of the last failure, secrets masked.' }),
    until: vine
      .string()
      .nullable()
      .meta({ description: 'End of the pause; null: a person must end it.' }),
    failures: vine.number().nullable().meta({ description: 'Number of consecutive failures.' }),
  }),
  activity: ({ name, byHand }) =>
    byHand
      ? text('Paused the calls to {name}', { name })
      : text('Calls to {name} pause: it failed several times in a row', { name }),
})
export const circuitClosed = defineEvent('system_circuit_closed', {
  description: 'An external system is called again',
  permission,
  payload: vine.object({ name: vine.string(), byHand: vine.boolean() }),
  activity: ({ name, byHand }) =>
    byHand
      ? text('Reset {name}: it is called again', { name })
      : text('{name} answers again, and is called again', { name }),
})
const call = (name: string, description: string) =>
  defineEvent(name, {
    description,
    permission,
    payload: vine.object({
      name: vine.string().meta({ description: 'Name of the system.' }),
      endpointId: vine.string(),
      endpointName: vine.string(),
      method: vine.string(),
      path: vine.string(),
      logId: vine.string().meta({ description: 'The row of the call in the call log.' }),
      executionId: vine.string(),
      status: vine.string(),
      statusCode: vine.number().nullable(),
      message: vine
        .string()
        .nullable()
        .meta({ description: 'Message of a failure, secrets masked.' }),
      durationMs: vine.number().nullable(),
    }),
  })

/** Recorded only if an active flow starts on this event. */
export const callSucceeded = call(
  'call_succeeded',
  'A call of a run to an external system succeeded; recorded only while it starts a flow'
)
export const callFailed = call(
  'call_failed',
  'A call of a run to an external system failed; recorded only while it starts a flow'
)
const grant = (name: string, description: string, sentence?: (name: string) => Text) =>
  defineEvent(name, {
    description,
    security: true,
    permission,
    payload: vine.object({ name: vine.string() }),
    ...(sentence ? { activity: (payload: { name: string }) => sentence(payload.name) } : {}),
  })

export const grantGiven = grant(
  'system_connected',
  'A person granted access to an external system at its provider',
  (name) => text('Granted access to {name}', { name })
)
export const grantRenewed = grant(
  'system_token_renewed',
  'The access token of an external system was renewed'
)
export const grantBroken = defineEvent('system_grant_broken', {
  description:
    'The provider of an external system does not accept what a person has granted any more',
  permission,
  payload: vine.object({ name: vine.string(), reason: vine.string() }),
  activity: ({ name }) => text('{name} has to be connected again', { name }),
})
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
export const templateCreated = template(
  'contract_template_created',
  'A contract template was made',
  (name) => text('Made the template {name}', { name })
)
export const templateUpdated = template(
  'contract_template_updated',
  'A contract template was changed',
  (name) => text('Changed the template {name}', { name })
)
export const templateDeleted = template(
  'contract_template_deleted',
  'A contract template was deleted',
  (name) => text('Deleted the template {name}', { name })
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

/** The events of this plugin, with texts for the activity feed. */
export const eventTypes = [
  workflowNotified,
  egressAllowed,
  egressClosed,
  systemCreated,
  systemUpdated,
  systemDeleted,
  circuitOpened,
  circuitClosed,
  grantGiven,
  grantRenewed,
  grantBroken,
  endpointCreated,
  endpointUpdated,
  endpointDeleted,
  endpointsImported,
  templateCreated,
  templateUpdated,
  templateDeleted,
  bindingCreated,
  bindingUpdated,
  bindingDeleted,
  webhookUpdated,
  webhookSecretRotated,
  webhookAddressRenewed,
  webhookReceived,
  webhookRefused,
  callSucceeded,
  callFailed,
]
