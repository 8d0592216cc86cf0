import { definePlugin } from '@crossdock/kernel/plugin'
import { syncEndpoints } from './contracts/endpoints.js'
import { syncRuns } from './contracts/runs.js'
import { syncManage, syncRead, syncRun } from './contracts/permissions.js'
import { eventTypes } from './event_types.js'

/** Sync contracts: what is kept equal between folders of machines, the tenant's assets and external systems. */
export const sync = definePlugin({
  name: 'sync',
  version: '0.1.0',
  compatibility: '^1.0',
  dependsOn: [
    ...['access', 'agents', 'assets', 'environments', 'events', 'flows', 'integrations'],
    ...['retention', 'users'],
  ],
  extensionPoints: [syncEndpoints],
  migrations: ['plugins/sync/migrations'],
  environmentTables: ['sync_contracts', 'sync_runs', 'sync_conflicts', 'sync_kept'],
  permissions: [syncRead, syncRun, syncManage],
  eventTypes,
  jobs: () => import('./runs/jobs.js'),
  async register() {
    const { Runs } = await import('./runs/service.js')
    syncRuns.provide(new Runs())
  },
})
