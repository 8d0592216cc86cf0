import { readFile } from 'node:fs/promises'
import { dashboardReads } from '@crossdock/backend/activity'
import { notificationKinds } from '@crossdock/backend/notifications'
import { contribute, definePlugin, useProductVersion } from '@crossdock/kernel/plugin'
import {
  jobDropped,
  jobRetried,
  mailTested,
  parkedEventDropped,
  parkedEventRetried,
} from './event_types.js'
import { systemRead, systemWrite } from './contracts/index.js'

/** The state of the installation: health, plugins, and the numbers of the dashboard. */
export const system = definePlugin({
  name: 'system',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['tenants', 'activity'],
  migrations: ['backend/app/system/migrations'],
  permissions: [systemRead, systemWrite],
  eventTypes: [jobRetried, jobDropped, parkedEventRetried, parkedEventDropped, mailTested],
  contributes: [
    contribute(dashboardReads, (reads) => {
      reads.add('system.health', { path: 'health' })
      reads.add('system.metrics', { path: 'dashboard/metrics' })
    }),
    contribute(notificationKinds, async (kinds) => {
      const of = await import('./operator_notices.js')
      kinds.add('system.failedJobs', of.failedJobs)
      kinds.add('system.parkedEvents', of.parkedEvents)
      kinds.add('system.damagedContent', of.damagedContent)
      kinds.add('system.lowDisk', of.lowDisk)
      kinds.add('system.backups', of.backups)
    }),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: { '/dashboard': 'analytics' },
  async register({ app }) {
    const { version } = JSON.parse(await readFile(app.makePath('package.json'), 'utf8'))
    useProductVersion(version)
  },
  async start({ app }) {
    if (app.getEnvironment() !== 'web') return
    await (await import('./actions/note_keys.js')).noteKeys()
  },
})
