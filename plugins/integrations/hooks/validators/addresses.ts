import { answerShape, anything, instant, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { webhookModes } from '../../contracts/index.js'
import { messages } from '../../definitions/rules.js'
import { mostBytes, mostWaitSeconds } from '../limits.js'

const shape = () => ({
  id: vine.string(),
  tenantId: vine.string(),
  environmentId: vine.string(),
  webhookUrl: vine.string().meta({ description: 'URL of the webhook.' }),
  targetType: openEnum(['workflow', 'endpoint']),
  workflowId: vine.string().nullable(),
  endpointId: vine.string().nullable(),
  method: vine.string().meta({
    description: 'The method that the endpoint accepts; POST if any method is accepted.',
  }),
  sampleBody: anything().meta({
    description: 'A body that fits the schema of the endpoint. null if there is no schema.',
  }),
  targetName: vine.string().nullable(),
  listensTo: vine.string().nullable().meta({
    description: 'For a workflow: the inbound endpoint whose requests also start it.',
  }),
  starts: vine.array(vine.string()).meta({
    description: 'Names of the workflows that requests start. Empty: none.',
  }),
  isUsed: vine.boolean({ strict: true }).meta({
    description: 'false: the workflow has another trigger, or the endpoint is outbound.',
  }),
  verification: vine.string().meta({
    description: 'Name of a kind: `GET /api/integrations/webhook-verifications`.',
  }),
  verificationConfig: vine.record(anything()),
  previousUntil: instant().nullable().meta({
    description: 'The secret before the last rotation is also valid until this time.',
  }),
  mode: openEnum(webhookModes),
  waitSeconds: vine.number().withoutDecimals(),
  answerStepId: vine.string().nullable(),
  maxBytes: vine.number().withoutDecimals(),
  filesFolder: vine.string().nullable().meta({
    description: 'The folder for files of forms. null: forms with files are refused.',
  }),
  filesFolderPath: vine.string().nullable().meta({
    description: 'null if there is no folder, if it was deleted, or if the caller may not open it.',
  }),
  createdAt: instant(),
  updatedAt: instant(),
})

export const addressAnswer = answerShape('Webhook', shape())

export const changedAnswer = answerShape('ChangedWebhook', {
  ...shape(),
  newSecret: vine.string().nullable().meta({
    description: 'The generated secret, if there was none before. Shown only once.',
  }),
})

export const updateAddressBody = vine.create({
  verification: vine.string().maxLength(50).optional(),
  verificationConfig: vine.record(vine.any()).nullable().optional(),
  mode: vine.enum(webhookModes).optional(),
  waitSeconds: vine
    .number({ strict: true })
    .withoutDecimals()
    .range([1, mostWaitSeconds])
    .optional(),
  answerStepId: vine.string().trim().maxLength(100).nullable().optional(),
  maxBytes: vine.number({ strict: true }).withoutDecimals().range([1, mostBytes]).optional(),
  filesFolder: vine.string().trim().maxLength(36).nullable().optional(),
})
updateAddressBody.messagesProvider = messages

export const rotateSecretBody = vine.create({
  secret: vine.string().maxLength(500).optional(),
  keepPreviousHours: vine.number({ strict: true }).withoutDecimals().range([0, 168]).optional(),
})
rotateSecretBody.messagesProvider = messages

export const rotatedAnswer = answerShape('RotatedWebhook', {
  secret: vine.string().meta({ description: 'Shown only once.' }),
  previousUntil: instant().nullable(),
})
