import vine from '@vinejs/vine'

const entry = {
  id: vine.string(),
  action: vine.string(),
  createdAt: vine.string(),
  entityType: vine.string().nullable(),
  entityId: vine.string().nullable(),
  userId: vine.string().nullable(),
  metadata: vine.record(vine.any()),
}

export const activityResponse = vine.create(entry)

export const recentActivityResponse = vine.create(vine.array(vine.object(entry)))
