import { defineEvent } from '@crossdock/kernel/events'
import { text, type Text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { agentsRead as permission, commandTypes } from './contracts/index.js'

const agentShape = {
  name: vine.string().meta({ description: 'Name of the agent.' }),
  clientId: vine.string(),
  machineName: vine.string(),
}

const agent = (
  name: string,
  description: string,
  more: {
    sentence?: (name: string) => Text
    several?: (count: number) => Text
    security?: true
  } = {}
) =>
  defineEvent(name, {
    description,
    permission,
    ...(more.security ? { security: true as const } : {}),
    payload: vine.object(agentShape),
    ...(more.sentence
      ? { activity: (payload: { name: string }) => more.sentence!(payload.name) }
      : {}),
    ...(more.several
      ? { several: { sentence: (_: object, count: number) => more.several!(count) } }
      : {}),
  })

export const enrolmentCreated = defineEvent('agent_enrolment_created', {
  description: 'A token was created that enrolls one desktop agent',
  security: true,
  permission,
  payload: vine.object({ expiresAt: vine.string(), scopes: vine.array(vine.string()) }),
  activity: () => text('Made a token to add a desktop agent'),
})

export const enrolmentRevoked = defineEvent('agent_enrolment_revoked', {
  description: 'A token that enrolls a desktop agent was revoked before its use',
  security: true,
  permission,
  payload: vine.object({ expiresAt: vine.string() }),
  activity: () => text('Revoked a token to add a desktop agent'),
})

export const agentEnrolled = agent('agent_enrolled', 'A desktop agent was added', {
  security: true,
  sentence: (name) => text('Added the desktop agent {name}', { name }),
})
export const agentOnline = agent('agent_online', 'A desktop agent connected')
export const agentOffline = agent(
  'agent_offline',
  'A desktop agent is disconnected, or gave no sign of life'
)
export const agentUpdated = agent(
  'agent_updated',
  'A desktop agent got another name or group, or was paused or resumed',
  {
    sentence: (name) => text('Changed the desktop agent {name}', { name }),
    several: (count) => text('Changed {count} desktop agents', { count }),
  }
)
export const agentHandedOver = agent(
  'agent_handed_over',
  'A desktop agent works with the rights of another person from now on',
  { security: true, sentence: (name) => text('Took over the desktop agent {name}', { name }) }
)
export const agentKeyRotated = agent('agent_key_rotated', 'A desktop agent uses a new key', {
  security: true,
})
export const diagnosticsRequested = agent(
  'agent_diagnostics_requested',
  'Diagnostics of a desktop agent were asked for',
  {
    sentence: (name) => text('Asked the desktop agent {name} for diagnostics', { name }),
    several: (count) => text('Asked {count} desktop agents for diagnostics', { count }),
  }
)

export const retireReasons = ['manual', 'replaced', 'unseen'] as const

export const agentRetired = defineEvent('agent_retired', {
  description: 'A desktop agent was retired, and its key is invalid now',
  security: true,
  permission,
  payload: vine.object({
    ...agentShape,
    reason: vine.enum(retireReasons).meta({
      description:
        '`manual`: by a person. `replaced`: the machine was enrolled again. `unseen`: not seen for too long.',
    }),
  }),
  activity: ({ name }) => text('Retired the desktop agent {name}', { name }),
  several: { sentence: (_, count) => text('Retired {count} desktop agents', { count }) },
})

export const agentDuplicated = defineEvent('agent_duplicated', {
  description:
    'The state of a desktop agent was copied: a second process came with the same key. The newer one is quarantined',
  security: true,
  permission,
  payload: vine.object({
    ...agentShape,
    otherMachineName: vine.string().meta({ description: 'Machine on which the copy runs.' }),
    instanceId: vine.string().meta({ description: 'Process of the copy.' }),
    isQuarantined: vine.boolean().meta({
      description: 'false: the two did not run at the same time, so the newer one goes on.',
    }),
  }),
  activity: ({ name, otherMachineName }) =>
    text('A copy of the desktop agent {name} runs on {otherMachineName}', {
      name,
      otherMachineName,
    }),
})

const commandShape = {
  name: vine.string().meta({ description: 'Name of the agent.' }),
  agentId: vine.string(),
  clientId: vine.string(),
  commandType: vine.enum(commandTypes),
  path: vine.string(),
}

const severalCommands = (sentence: (commandType: string, count: number) => Text) => ({
  alike: ({ commandType }: { commandType: string }) => commandType,
  sentence: ({ commandType }: { commandType: string }, count: number) =>
    sentence(commandType, count),
})

const command = (
  name: string,
  description: string,
  sentence?: (facts: { commandType: string; name: string }) => Text,
  several?: (commandType: string, count: number) => Text
) =>
  defineEvent(name, {
    description,
    permission,
    payload: vine.object(commandShape),
    ...(sentence ? { activity: sentence } : {}),
    ...(several ? { several: severalCommands(several) } : {}),
  })

export const commandQueued = command(
  'agent_command_queued',
  'A command to a desktop agent was queued',
  ({ commandType, name }) => text('Sent {commandType} to {name}', { commandType, name }),
  (commandType, count) =>
    text('Sent {commandType} {count} times to desktop agents', { commandType, count })
)
export const commandCancelled = command(
  'agent_command_cancelled',
  'A command to a desktop agent was canceled',
  ({ commandType, name }) => text('Canceled {commandType} on {name}', { commandType, name }),
  (commandType, count) =>
    text('Canceled {commandType} {count} times on desktop agents', { commandType, count })
)
export const commandCompleted = defineEvent('agent_command_completed', {
  description: 'A desktop agent completed a command',
  permission,
  payload: vine.object({
    ...commandShape,
    files: vine.number().nullable().meta({ description: 'Files that were transferred.' }),
    bytes: vine.number().nullable(),
  }),
})
export const commandFailed = defineEvent('agent_command_failed', {
  description: 'A command to a desktop agent failed, and is not tried again',
  permission,
  payload: vine.object({
    ...commandShape,
    code: vine.string().nullable(),
    message: vine.string().nullable(),
  }),
  activity: ({ commandType, name }) =>
    text('{commandType} failed on {name}', { commandType, name }),
  several: severalCommands((commandType, count) =>
    text('{commandType} failed {count} times on desktop agents', { commandType, count })
  ),
})

const group = (name: string, description: string, sentence: (name: string) => Text) =>
  defineEvent(name, {
    description,
    permission,
    payload: vine.object({ name: vine.string() }),
    activity: (payload) => sentence(payload.name),
  })

export const groupCreated = group(
  'agent_group_created',
  'A group of desktop agents was made',
  (name) => text('Made the agent group {name}', { name })
)
export const groupUpdated = group(
  'agent_group_updated',
  'A group of desktop agents got another name or profile',
  (name) => text('Changed the agent group {name}', { name })
)
export const groupDeleted = group(
  'agent_group_deleted',
  'A group of desktop agents was deleted',
  (name) => text('Deleted the agent group {name}', { name })
)

export const updateRequested = defineEvent('agent_update_requested', {
  description: 'A desktop agent is to update itself',
  permission,
  payload: vine.object({ ...agentShape, version: vine.string() }),
})

export const rolloutChanged = defineEvent('agent_rollout_changed', {
  description: 'How desktop agents are updated was changed',
  permission,
  payload: vine.object({ isActive: vine.boolean(), percentage: vine.number() }),
  activity: () => text('Changed how desktop agents are updated'),
})

export const rolloutStopped = defineEvent('agent_rollout_stopped', {
  description: 'Too many desktop agents failed at an update: no further one begins',
  permission,
  payload: vine.object({ version: vine.string(), reason: vine.string() }),
  activity: ({ version }) => text('The update of desktop agents to {version} stopped', { version }),
})

/** The events of this plugin. */
export const eventTypes = [
  enrolmentCreated,
  enrolmentRevoked,
  agentEnrolled,
  agentOnline,
  agentOffline,
  agentUpdated,
  agentHandedOver,
  agentKeyRotated,
  diagnosticsRequested,
  agentRetired,
  agentDuplicated,
  commandQueued,
  commandCancelled,
  commandCompleted,
  commandFailed,
  groupCreated,
  groupUpdated,
  groupDeleted,
  updateRequested,
  rolloutChanged,
  rolloutStopped,
]
