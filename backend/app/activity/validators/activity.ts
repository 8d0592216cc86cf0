import { answerShape, anything, instant, namedShape } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const entry = {
  id: vine.string(),
  action: vine.string(),
  createdAt: instant(),
  entityType: vine.string().nullable(),
  entityId: vine.string().nullable(),
  userId: vine.string().nullable(),
  metadata: vine.record(anything()),
}

export const activityResponse = answerShape('ActivityEntry', entry)

export const recentActivityResponse = vine.create(vine.array(namedShape('ActivityEntry', entry)))
