import { answerShape, instant, namedShape, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { webhookOutcomes } from '../../contracts/index.js'

const id = () => vine.string().nullable()

const shape = () => ({
  id: vine.string(),
  tenantId: vine.string(),
  environmentId: vine.string(),
  addressId: vine.string(),
  workflowId: id(),
  endpointId: id(),
  method: vine.string(),
  query: vine.string(),
  contentType: vine.string().nullable(),
  size: vine.number().withoutDecimals(),
  ip: vine.string().nullable(),
  outcome: openEnum(webhookOutcomes),
  status: vine.number().withoutDecimals(),
  reason: vine.string().nullable().meta({ description: 'Why the request was refused.' }),
  executionId: id(),
  runs: vine.array(
    namedShape('StartedRun', {
      id: vine.string(),
      executionId: vine.string(),
      workflowId: vine.string(),
    })
  ),
  files: vine
    .array(
      namedShape('ReceivedFile', {
        field: vine.string(),
        name: vine.string(),
        size: vine.number().withoutDecimals(),
        type: vine.string(),
        assetId: vine.string(),
        version: vine.number().withoutDecimals(),
        versionId: vine.string(),
      })
    )
    .nullable()
    .meta({
      description:
        'Files of a form that were stored in a folder. `body` then contains the fields of the form as JSON.',
    }),
  replayOf: id(),
  createdAt: instant(),
})

export const requestAnswer = answerShape('WebhookRequest', shape())

export const wholeRequestAnswer = answerShape('WholeWebhookRequest', {
  ...shape(),
  headers: vine.record(vine.string()),
  body: vine
    .string()
    .nullable()
    .meta({ description: 'The first 64 KiB. null if no body was stored.' }),
  bodyEncoding: openEnum(['text', 'base64']),
  isWhole: vine.boolean({ strict: true }),
})

export const replayedAnswer = answerShape('ReplayedWebhook', {
  requestId: vine.string(),
  executionId: id(),
  executionIds: vine.array(vine.string()),
})
