import { answerShape, instant } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { messages } from '../definitions/rules.js'

export const allowEgressBody = vine.create({
  tenantId: vine.string().trim().minLength(1).maxLength(63),
  systemId: vine.string().maxLength(36).nullable().optional(),
  network: vine.string().maxLength(60),
  port: vine.number({ strict: true }).withoutDecimals().range([1, 65_535]).nullable().optional(),
  note: vine.string().trim().maxLength(500).nullable().optional(),
})
allowEgressBody.messagesProvider = messages

export const allowanceAnswer = answerShape('EgressAllowance', {
  id: vine.string(),
  tenantId: vine.string(),
  systemId: vine.string().nullable(),
  network: vine.string(),
  port: vine.number().withoutDecimals().nullable(),
  note: vine.string().nullable(),
  grantedBy: vine.string().nullable(),
  createdAt: instant(),
})
