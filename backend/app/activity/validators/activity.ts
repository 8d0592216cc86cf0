import { answerShape, anything, instant, namedShape } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const entry = {
  id: vine.string(),
  action: vine.string(),
  createdAt: instant(),
  entityType: vine.string().nullable(),
  entityId: vine.string().nullable(),
  userId: vine.string().nullable(),
  userName: vine.string().nullable().meta({
    description: 'Of whoever did it; addresses are for callers with users.read.',
  }),
  metadata: vine.record(anything()),
}

export const activityResponse = answerShape('ActivityEntry', entry)

export const recentActivityResponse = vine.create(vine.array(namedShape('ActivityEntry', entry)))
