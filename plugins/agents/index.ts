import { accessGuards } from '@crossdock/backend/access'
import { keptRecords } from '@crossdock/backend/retention'
import { belongings } from '@crossdock/backend/users'
import { environmentBelongings } from '@crossdock/environments/contracts'
import { stepTypes } from '@crossdock/flows/contracts'
import { connectors } from '@crossdock/integrations/contracts'
import { meters } from '@crossdock/kernel/ledger'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import {
  agentDirectory,
  agentsCommands,
  agentSignals,
  agentsManage,
  agentsRead,
} from './contracts/index.js'
import { eventTypes } from './event_types.js'
import { schedules } from './job_refs.js'

/** Desktop agents: programs on people's machines that transfer files and carry out commands. */
export const agents = definePlugin({
  name: 'agents',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: [
    'access',
    'assets',
    'environments',
    'events',
    'flows',
    'integrations',
    'retention',
    'users',
  ],
  migrations: ['plugins/agents/migrations'],
  environmentTables: [
    'desktop_agents',
    'command_queue',
    'agent_enrolments',
    'agent_groups',
    'agent_details',
    'agent_rollouts',
  ],
  permissions: [agentsRead, agentsCommands, agentsManage],
  eventTypes,
  contributes: [
    contribute(accessGuards, async (guards) =>
      guards.add('agent', (await import('./access/agent_guard.js')).agentGuard)
    ),
    contribute(meters, async (registry) =>
      registry.add('maxAgents', (await import('./meters.js')).maxAgents)
    ),
    contribute(belongings, async (registry) =>
      registry.add('agents', (await import('./actions/belongings.js')).ownedAgents)
    ),
    contribute(environmentBelongings, async (registry) =>
      registry.add(
        'agents',
        (await import('./actions/environment_belongings.js')).agentsOfEnvironment
      )
    ),
    contribute(connectors, async (registry) =>
      registry.add('sync_client', (await import('./connectors/sync_client/index.js')).syncClient)
    ),
    contribute(stepTypes, async (registry) =>
      registry.add('agent_command', (await import('./steps/agent_command.js')).agentCommand)
    ),
    contribute(keptRecords, async (records) =>
      records.add('agent-commands', (await import('./actions/kept_commands.js')).keptCommands)
    ),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: { '/desktop-agents': 'sync' },
  jobs: () => import('./jobs/index.js'),
  schedules,
  async register() {
    agentSignals.provide((await import('./hub/signals.js')).signals)
    agentDirectory.provide((await import('./queries/directory.js')).directory)
  },
  async ready({ settings }) {
    if (settings.ROLE === 'worker') return
    ;(await import('./hub/hub.js')).hub()
  },
  async shutdown() {
    await (await import('./hub/hub.js')).stopHub()
  },
})
