import { answerShape } from '@crossdock/kernel/http'
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
    .meta({ description: 'Tell of a run that goes on for longer.' }),
  notWithinHours: vine
    .number()
    .nullable()
    .meta({ description: 'Tell when no run came for so long.' }),
  quietMinutes: vine
    .number()
    .meta({ description: 'After an alert no other of its kind for so long.' }),
  members: vine.array(vine.string()).meta({ description: 'Ids of the people who are told.' }),
  webhookAddress: vine.string().nullable().meta({
    description:
      'Told by a POST. It is shown as its mask, which keeps it when it is sent; null for callers who may not change workflows.',
  }),
})
