import { answerShape, instant, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { bulkVerbs } from '../models/bulk_action.js'

export const bulkBody = vine.create({
  action: vine.enum(bulkVerbs),
  filter: vine.object({}).allowUnknownProperties(),
  confirm: vine.number({ strict: true }).withoutDecimals().min(1).optional(),
})

const count = () => vine.number().withoutDecimals()

export const bulkAnswer = answerShape('BulkRuns', {
  id: vine.string().nullable().meta({ description: 'null until it is confirmed.' }),
  action: openEnum(bulkVerbs),
  total: count().meta({ description: 'The number of runs.' }),
  done: count(),
  refused: count(),
  firstRefusal: vine.string().nullable(),
  createdAt: instant().nullable(),
  completedAt: instant().nullable(),
})
