import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { keptRecords, retentionPeriods, retentionRead, retentionWrite } from './contracts/index.js'
import { deletionAnnounced, retentionChanged } from './event_types.js'
import { schedules } from './job_refs.js'

/** Retention rules of organizations; older records are deleted at night. */
export const retention = definePlugin({
  name: 'retention',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['tenants', 'access'],
  migrations: ['backend/app/retention/migrations'],
  permissions: [retentionRead, retentionWrite],
  eventTypes: [retentionChanged, deletionAnnounced],
  extensionPoints: [keptRecords],
  contributes: [
    // The kernel's own records: the kernel cannot import this domain.
    contribute(keptRecords, async (records) => {
      const { events, failedJobs, parkedEvents } = await import('./records/index.js')
      records.add('events', events)
      records.add('failedJobs', failedJobs)
      records.add('parkedEvents', parkedEvents)
    }),
  ],
  jobs: () => import('./jobs/index.js'),
  schedules,
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  register() {
    retentionPeriods.provide({
      async daysOf(kind) {
        const records = keptRecords.get(kind)
        if (!records) throw new Error(`There is no kind of record "${kind}".`)
        return (await import('./queries/periods.js')).findDays(kind, records, null)
      },
    })
  },
})
