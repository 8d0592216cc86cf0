import { answerShape, anything, instant, namedShape } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const entry = {
  id: vine.string(),
  action: vine.string(),
  createdAt: instant(),
  eventType: vine.string().nullable().meta({
    description: 'The kind of event it tells of, as GET /activity-types names it.',
  }),
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
    description: 'As that of GET /auth/me, for what is shown here.',
  }),
  parts: vine.array(
    namedShape('DashboardPart', {
      path: vine.string().meta({ description: 'The operation it is the answer of, below /api.' }),
      query: vine.record(vine.string()).meta({ description: 'What it was asked with.' }),
      body: anything().optional(),
      total: vine.number().withoutDecimals().optional().meta({
        description: 'In place of the body where only that is shown.',
      }),
    })
  ),
})
