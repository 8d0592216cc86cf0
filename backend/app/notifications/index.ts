import { keptRecords } from '@crossdock/backend/retention'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { notificationChoices, notificationKinds } from './contracts/index.js'
import { notificationAdded, notificationsRead } from './event_types.js'
import { schedules } from './job_refs.js'

/** Notifications of people and operators, in the console and by mail. */
export const notifications = definePlugin({
  name: 'notifications',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['access', 'activity', 'mail', 'retention', 'users'],
  migrations: ['backend/app/notifications/migrations'],
  eventTypes: [notificationAdded, notificationsRead],
  extensionPoints: [notificationKinds],
  contributes: [
    contribute(keptRecords, async (records) =>
      records.add('notifications', (await import('./kept.js')).keptNotifications)
    ),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  async register() {
    notificationChoices.provide((await import('./queries/choices.js')).choices)
  },
  jobs: () => import('./jobs/index.js'),
  schedules,
  consumers: async () => {
    const { notices } = await import('./consumers/notices.js')
    const { operatorNotices } = await import('./consumers/operator_notices.js')
    return { default: [notices(), operatorNotices()] }
  },
})
