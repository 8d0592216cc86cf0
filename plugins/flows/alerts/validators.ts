import { answerShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const limit = (most: number) =>
  vine.number({ strict: true }).withoutDecimals().min(1).max(most).nullable().optional()

export const alertsBody = vine.create({
  onFailure: vine.boolean({ strict: true }).optional(),
  longerThanMinutes: limit(43_200),
  notWithinHours: limit(8_784),
  quietMinutes: vine.number({ strict: true }).withoutDecimals().min(0).max(10_080).optional(),
  members: vine.array(vine.string().maxLength(64)).maxLength(50).optional(),
  webhookAddress: vine.string().maxLength(2_000).nullable().optional(),
})

export const alertsAnswer = answerShape('FlowAlerts', {
  workflowId: vine.string(),
  onFailure: vine.boolean({ strict: true }),
  longerThanMinutes: vine
    .number()
    .nullable()
    .meta({ description: 'Alert when a run takes longer.' }),
  notWithinHours: vine
    .number()
    .nullable()
    .meta({ description: 'Alert when no run came for this time.' }),
  quietMinutes: vine
    .number()
    .meta({ description: 'Minimum time between two alerts of the same kind.' }),
  members: vine.array(vine.string()).meta({ description: 'Ids of the people to alert.' }),
  webhookAddress: vine.string().nullable().meta({
    description:
      'Receives alerts by a POST. Shown as a mask; sending the mask keeps the address. null for callers who may not change workflows.',
  }),
})
