import { keptRecords } from '@crossdock/backend/retention'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import {
  activityRead,
  dashboardRead,
  dashboardReads,
  eventReading,
  veils,
} from './contracts/index.js'

/** The activity feed: the event log in sentences for people. */
export const activity = definePlugin({
  name: 'activity',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['tenants', 'users', 'retention'],
  migrations: ['backend/app/activity/migrations'],
  extensionPoints: [dashboardReads, veils],
  contributes: [
    contribute(dashboardReads, (reads) =>
      reads.add('activity.recent', { path: 'dashboard/activity' })
    ),
    contribute(keptRecords, async (records) =>
      records.add('activity', (await import('./kept.js')).keptActivity)
    ),
  ],
  permissions: [activityRead, dashboardRead],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: { '/activity': 'analytics', '/activity-types': 'analytics' },
  async register() {
    eventReading.provide((await import('./queries/event_reading.js')).reading)
  },
  consumers: async ({ eventTypes }) => {
    const { activityFeed } = await import('./consumers/activity_feed.js')
    return { default: [activityFeed(eventTypes)] }
  },
})
