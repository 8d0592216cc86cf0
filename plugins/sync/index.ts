import { agentContracts } from '@crossdock/agents/contracts'
import { keptRecords } from '@crossdock/backend/retention'
import { belongings } from '@crossdock/backend/users'
import { environmentBelongings } from '@crossdock/environments/contracts'
import { stepTypes } from '@crossdock/flows/contracts'
import { meters } from '@crossdock/kernel/ledger'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { contentNames } from '@crossdock/kernel/storage'
import { syncEndpoints } from './contracts/endpoints.js'
import { syncRuns } from './contracts/runs.js'
import { syncManage, syncRead, syncRun } from './contracts/permissions.js'
import { eventTypes } from './event_types.js'
import { schedules } from './job_refs.js'

/** Sync contracts: keep folders of machines, assets and external systems in sync. */
export const sync = definePlugin({
  name: 'sync',
  version: '0.1.0',
  compatibility: '^0.1',
  dependsOn: [
    'access',
    'activity',
    'agents',
    'assets',
    'environments',
    'events',
    'flows',
    'integrations',
    'retention',
    'users',
  ],
  extensionPoints: [syncEndpoints],
  migrations: ['plugins/sync/migrations'],
  environmentTables: ['sync_contracts', 'sync_runs', 'sync_conflicts', 'sync_kept'],
  permissions: [syncRead, syncRun, syncManage],
  eventTypes,
  contributes: [
    contribute(contentNames, async (names) =>
      names.add('sync', (await import('./queries/named_contents.js')).contentsOfSync)
    ),
    contribute(meters, async (registry) =>
      registry.add('maxSyncContracts', (await import('./meters.js')).maxSyncContracts)
    ),
    contribute(belongings, async (registry) =>
      registry.add('sync', (await import('./actions/belongings.js')).ownedContracts)
    ),
    contribute(environmentBelongings, async (registry) =>
      registry.add('sync', (await import('./actions/forget.js')).contractsOfEnvironment)
    ),
    contribute(stepTypes, async (registry) =>
      registry.add('sync_contract', (await import('./steps/sync_contract.js')).syncContractStep)
    ),
    contribute(keptRecords, async (records) => {
      const { keptConflicts, keptRuns } = await import('./actions/kept_records.js')
      records.add('sync-runs', keptRuns)
      records.add('sync-conflicts', keptConflicts)
    }),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: { '/sync-contracts': 'sync', '/sync-contracts/agent': null },
  jobs: () => import('./jobs/index.js'),
  schedules,
  consumers: () => import('./consumers/index.js'),
  async register() {
    agentContracts.provide((await import('./queries/contracts_of_agents.js')).contractsOfAgents)
    const { Runs } = await import('./runs/service.js')
    syncRuns.provide(new Runs())
  },
})
