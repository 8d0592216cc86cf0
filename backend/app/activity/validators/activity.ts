import { answerShape, anything, instant, namedShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const entry = {
  id: vine.string(),
  action: vine.string(),
  createdAt: instant(),
  eventType: vine.string().nullable().meta({
    description: 'The event type; GET /activity-types lists them.',
  }),
  entityType: vine.string().nullable(),
  entityId: vine.string().nullable(),
  userId: vine.string().nullable(),
  userName: vine.string().nullable().meta({
    description:
      'Name of the person who did it; an email address only for callers with users.read.',
  }),
  metadata: vine.record(anything()),
  count: vine.number().withoutDecimals().meta({
    description:
      'Number of entries in the line: 1, or more with the filter `gathered` and on the dashboard. The filter `partOf` with its id lists them.',
  }),
  lastAt: instant(),
}

export const activityResponse = answerShape('ActivityEntry', entry)

export const recentActivityResponse = vine.create(vine.array(namedShape('ActivityEntry', entry)))

export const activityTypesAnswer = vine.create(
  vine.array(
    namedShape('ActivityType', {
      name: vine.string().meta({ description: 'A value of the filter eventType.' }),
      description: vine.string(),
    })
  )
)

export const dashboardAnswer = answerShape('Dashboard', {
  userId: vine.string().nullable(),
  tenantId: vine.string().nullable(),
  eventsFrom: vine.string().nullable().meta({
    description: 'Like `eventsFrom` of GET /auth/me, for the parts of this answer.',
  }),
  parts: vine.array(
    namedShape('DashboardPart', {
      path: vine.string().meta({ description: 'Path of the operation below /api.' }),
      query: vine.record(vine.string()).meta({ description: 'Query of the operation.' }),
      body: anything().optional(),
      total: vine.number().withoutDecimals().optional().meta({
        description: 'Replaces the body if only the number is shown.',
      }),
    })
  ),
})
