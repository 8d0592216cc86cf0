import { readFile } from 'node:fs/promises'
import { dashboardReads } from '@crossdock/backend/activity'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { jobDropped, jobRetried, parkedEventDropped, parkedEventRetried } from './event_types.js'
import { useProductVersion } from './version.js'
import { systemRead, systemWrite } from './contracts/index.js'

/** How the installation is: health, plugins, and the dashboard's figures. */
export const system = definePlugin({
  name: 'system',
  version: '0.1.0',
  compatibility: '^1.0',
  operator: true,
  dependsOn: ['tenants', 'activity'],
  permissions: [systemRead, systemWrite],
  eventTypes: [jobRetried, jobDropped, parkedEventRetried, parkedEventDropped],
  contributes: [
    contribute(dashboardReads, (reads) => {
      reads.add('system.health', { path: 'health' })
      reads.add('system.metrics', { path: 'dashboard/metrics' })
    }),
  ],
  texts: { de: () => import('./texts/de.js') },
  operations: () => import('./operations.js'),
  async register({ app }) {
    const { version } = JSON.parse(await readFile(app.makePath('package.json'), 'utf8'))
    useProductVersion(version)
  },
})
