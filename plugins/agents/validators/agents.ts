import {
  anything,
  answerShape,
  instant,
  namedShape,
  plainName,
  timeOfDay,
  openEnum,
} from '@crossdock/kernel/shapes'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import {
  architectures,
  commandTypes,
  connectionStatuses,
  platforms,
  type AgentMessage,
} from '../contracts/index.js'

const messages = new SimpleMessagesProvider({
  required: 'The {{ field }} is required.',
  string: 'The {{ field }} must be a text.',
  number: 'The {{ field }} must be a number.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
  'array.minLength': 'Choose at least one.',
})

const count = () => vine.number().withoutDecimals()
const flag = () => vine.boolean({ strict: true })

/** The name is also the name of an asset folder. */
const nameShape = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(100)
    .regex(/^[^/\\.][^/\\]*$/)
    .use(plainName({ dotted: true }))

export const agentAnswer = answerShape('DesktopAgent', {
  id: vine.string(),
  tenantId: vine.string(),
  environmentId: vine.string(),
  clientId: vine.string().meta({ description: 'Random. Screens show its first 8 characters.' }),
  machineName: vine.string().meta({ description: 'Name of the agent, equal to `agentName`.' }),
  agentName: vine.string(),
  hostName: vine.string().meta({ description: 'The host name of the machine.' }),
  machineId: vine.string(),
  isOnline: flag(),
  connectionStatus: openEnum(connectionStatuses),
  lastHeartbeat: instant().nullable(),
  lastSyncAt: instant().nullable(),
  capabilities: vine.array(vine.string()),
  folders: vine.array(vine.string()).meta({
    description: 'The folders that the machine allows. Only the machine changes them.',
  }),
  platform: openEnum(platforms),
  arch: openEnum(architectures),
  osVersion: vine.string().nullable(),
  version: vine.string(),
  userId: vine.string(),
  owner: vine.string().nullable().meta({
    description: 'The person with whose rights the agent reads and writes files.',
  }),
  isPaused: flag(),
  groupId: vine.string().nullable(),
  groupName: vine.string().nullable(),
  syncContractIds: vine.array(vine.string()),
  agentConfig: vine.record(anything()),
  metadata: vine.record(anything()).meta({
    description: '`pending`, `freeBytes` and `rssBytes` as the agent last reported them.',
  }),
  copies: vine.array(
    namedShape('AgentCopy', {
      instanceId: vine.string(),
      machineName: vine.string(),
      at: instant(),
    })
  ),
  connectedAt: instant().nullable(),
  retiredAt: instant().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
})

export const agentDetailsAnswer = answerShape('DesktopAgentDetails', {
  agentId: vine.string(),
  health: vine.array(
    namedShape('AgentHealth', {
      at: instant(),
      pending: count(),
      freeBytes: count(),
      rssBytes: count(),
    })
  ),
  log: vine.array(
    namedShape('AgentLogLine', {
      at: vine.string(),
      level: vine.string(),
      message: vine.string(),
    })
  ),
  diagnosticsState: openEnum(['none', 'asked', 'there']),
  diagnosticsAt: instant().nullable(),
  diagnostics: vine.string().nullable(),
})

export const agentStatsAnswer = answerShape('DesktopAgentStats', {
  totalAgents: count(),
  onlineAgents: count(),
  pendingCommands: count(),
  completedToday: count().meta({ description: 'Commands completed since midnight UTC.' }),
})

export const updateAgentBody = vine.create({
  agentName: nameShape().optional(),
  groupId: vine.string().maxLength(36).nullable().optional(),
})
updateAgentBody.messagesProvider = messages

const bulkActions = ['pause', 'resume', 'retire'] as const

export const bulkBody = vine.create({
  action: vine.enum(bulkActions),
  ids: vine.array(vine.string().maxLength(36)).minLength(1).maxLength(500),
})
bulkBody.messagesProvider = messages

export const bulkAnswer = answerShape('DesktopAgentBulk', {
  done: count(),
  refused: vine.array(
    namedShape('DesktopAgentRefusal', { id: vine.string(), message: vine.string() })
  ),
})

export const deployBody = vine.create({
  groupId: vine.string().maxLength(36).nullable().optional(),
})
deployBody.messagesProvider = messages

export const deployAnswer = answerShape('DesktopAgentDeployment', {
  id: vine.string(),
  token: vine.string().meta({ description: 'Shown this once. It adds one agent within 24 hours.' }),
  expiresAt: instant(),
  commands: namedShape('DesktopAgentCommands', {
    linux: vine.string(),
    macos: vine.string(),
    windows: vine.string(),
  }),
})

export const enrolmentAnswer = answerShape('AgentEnrolment', {
  id: vine.string(),
  userId: vine.string(),
  owner: vine.string().nullable(),
  groupId: vine.string().nullable(),
  status: openEnum(['open', 'used', 'expired', 'revoked']),
  agentId: vine.string().nullable(),
  expiresAt: instant(),
  usedAt: instant().nullable(),
  createdAt: instant(),
})

export const enrolledAnswer = answerShape('EnrolledAgent', {
  agentId: vine.string(),
  clientId: vine.string(),
  agentName: vine.string(),
  tenantId: vine.string(),
  organization: vine.string(),
  environment: namedShape('AgentEnvironment', { id: vine.string(), name: vine.string() }),
  updateKey: vine.string().nullable().meta({
    description: 'Ed25519 key by which the server signs updates, base64url.',
  }),
})

export const challengeAnswer = answerShape('AgentChallenge', { challenge: vine.string() })

export const sessionAnswer = answerShape('AgentSession', {
  token: vine.string(),
  expiresAt: instant(),
})

/** For the API description: the messages of the server are typed in `contracts/protocol.ts`. */
export const serverMessage = vine.create(
  vine.object({ type: vine.string() }).allowUnknownProperties()
)

export type { AgentMessage }

const profileShape = () =>
  vine.object({
    uploadKbps: vine.number({ strict: true }).withoutDecimals().range([8, 100_000_000]).nullable(),
    downloadKbps: vine
      .number({ strict: true })
      .withoutDecimals()
      .range([8, 100_000_000])
      .nullable(),
    allowedCommands: vine.array(vine.enum(commandTypes)).distinct().nullable(),
    activeHours: vine
      .object({
        days: vine
          .array(vine.number({ strict: true }).withoutDecimals().range([0, 6]))
          .minLength(1)
          .distinct(),
        from: timeOfDay(),
        to: timeOfDay(),
      })
      .nullable(),
  })

export const createGroupBody = vine.create({
  name: vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(100)
    .use(plainName({ dotted: true })),
  profile: profileShape().optional(),
})
createGroupBody.messagesProvider = messages

export const updateGroupBody = vine.create({
  name: vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(100)
    .use(plainName({ dotted: true }))
    .optional(),
  profile: profileShape().optional(),
})
updateGroupBody.messagesProvider = messages

export const groupAnswer = answerShape('AgentGroup', {
  id: vine.string(),
  name: vine.string(),
  profile: namedShape('AgentProfile', {
    uploadKbps: count().nullable(),
    downloadKbps: count().nullable(),
    allowedCommands: vine.array(openEnum(commandTypes)).nullable(),
    activeHours: vine
      .object({
        days: vine.array(count()).meta({ description: '0 is Sunday.' }),
        from: vine.string(),
        to: vine.string(),
      })
      .nullable(),
  }),
  agents: count(),
  createdAt: instant(),
  updatedAt: instant(),
})
