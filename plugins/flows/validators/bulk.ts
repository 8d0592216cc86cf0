import { answerShape, instant, word } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { bulkVerbs } from '../models/bulk_action.js'

export const bulkBody = vine.create({
  action: vine.enum(bulkVerbs),
  filter: vine.object({}).allowUnknownProperties(),
  confirm: vine.number({ strict: true }).withoutDecimals().min(1).optional(),
})

const count = () => vine.number().withoutDecimals()

export const bulkAnswer = answerShape('BulkRuns', {
  id: vine.string().nullable().meta({ description: 'null as long as it is not confirmed.' }),
  action: word(bulkVerbs),
  total: count().meta({ description: 'How many runs it is for.' }),
  done: count(),
  refused: count(),
  firstRefusal: vine.string().nullable(),
  createdAt: instant().nullable(),
  completedAt: instant().nullable(),
})
