import { anything, answerShape, instant, namedShape, openEnum } from '@crossdock/kernel/shapes'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { commandStatuses, commandTypes } from '../contracts/index.js'

const count = () => vine.number().withoutDecimals()

const parametersShape = () =>
  vine.object({
    path: vine.string().trim().maxLength(1_000).optional(),
    action: vine.string().trim().maxLength(50).optional(),
    folder: vine.string().trim().maxLength(1_000).optional(),
  })

export const sendCommandBody = vine.create({
  clientId: vine.string().trim().maxLength(36),
  commandType: vine.enum(commandTypes),
  parameters: parametersShape().optional(),
  priority: vine.number({ strict: true }).withoutDecimals().range([1, 10]).optional(),
  scheduledFor: vine.string().maxLength(40).nullable().optional(),
  timeoutAt: vine.string().maxLength(40).nullable().optional(),
  maxRetries: vine.number({ strict: true }).withoutDecimals().range([0, 10]).optional(),
})
sendCommandBody.messagesProvider = new SimpleMessagesProvider({
  required: 'The {{ field }} is required.',
  string: 'The {{ field }} must be a text.',
  number: 'The {{ field }} must be a number.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
})

export const commandAnswer = answerShape('AgentCommand', {
  id: vine.string(),
  tenantId: vine.string(),
  environmentId: vine.string(),
  clientId: vine.string().meta({ description: 'Client ID of the agent.' }),
  agentId: vine.string(),
  agentName: vine.string(),
  commandType: openEnum(commandTypes),
  parameters: namedShape('AgentCommandParameters', {
    path: vine.string(),
    action: vine.string().optional(),
    folder: vine.string().optional(),
  }),
  status: openEnum(commandStatuses),
  priority: count().meta({ description: '1 is sent first.' }),
  triggerSource: openEnum(['user', 'api', 'workflow']),
  scheduledFor: instant().nullable(),
  startedAt: instant().nullable(),
  completedAt: instant().nullable(),
  executedAt: instant().nullable().meta({
    description: '`completedAt`, else `startedAt`.',
  }),
  timeoutAt: instant(),
  retryCount: count(),
  maxRetries: count(),
  progress: vine
    .object({
      done: count(),
      total: count(),
      message: vine.string(),
      at: instant(),
    })
    .nullable(),
  result: vine.record(anything()).nullable(),
  errorCode: vine.string().nullable(),
  errorMessage: vine.string().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
})
