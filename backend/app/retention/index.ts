import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { keptRecords, retentionPeriods, retentionRead, retentionWrite } from './contracts/index.js'
import { deletionAnnounced, retentionChanged } from './event_types.js'
import { schedules } from './jobs/names.js'

/** How long organizations keep what is recorded; what is older is deleted at night. */
export const retention = definePlugin({
  name: 'retention',
  version: '0.1.0',
  compatibility: '^1.0',
  operator: true,
  dependsOn: ['tenants', 'access'],
  migrations: ['backend/app/retention/migrations'],
  permissions: [retentionRead, retentionWrite],
  eventTypes: [retentionChanged, deletionAnnounced],
  extensionPoints: [keptRecords],
  contributes: [
    // What the kernel keeps, which knows no domain.
    contribute(keptRecords, async (records) => {
      const { events, failedJobs, parkedEvents } = await import('./records/index.js')
      records.add('events', events)
      records.add('failedJobs', failedJobs)
      records.add('parkedEvents', parkedEvents)
    }),
  ],
  jobs: () => import('./jobs/index.js'),
  schedules,
  texts: { de: () => import('./texts/de.js') },
  operations: () => import('./operations.js'),
  register() {
    retentionPeriods.provide({
      async daysOf(kind) {
        const records = keptRecords.get(kind)
        if (!records) throw new Error(`There is no kind of record "${kind}".`)
        return (await import('./queries/periods.js')).daysIn(kind, records, null)
      },
    })
  },
})
