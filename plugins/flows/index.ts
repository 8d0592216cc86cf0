import { dashboardReads } from '@crossdock/backend/activity'
import { eventEffects, traceSources } from '@crossdock/backend/events'
import { keptRecords } from '@crossdock/backend/retention'
import { notificationKinds } from '@crossdock/backend/notifications'
import { tenantFigures } from '@crossdock/backend/tenants'
import { belongings } from '@crossdock/backend/users'
import {
  environmentBelongings,
  promotedKinds,
  variableUsers,
} from '@crossdock/environments/contracts'
import { meters } from '@crossdock/kernel/ledger'
import { mailLetters } from '@crossdock/kernel/mail'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { sealedColumns } from '@crossdock/kernel/secrets'
import { settings } from '@crossdock/kernel/settings'
import {
  flowNames,
  flowRuns,
  flowsRead,
  flowsRun,
  flowStatistics,
  flowSteps,
  flowsWrite,
  stepTypes,
  systemEvents,
  systemFlows,
  triggerTypes,
} from './contracts/index.js'
import { assertStepsAskForDeclared } from './declared_permissions.js'
import { schedules } from './job_refs.js'
import { eventTypes } from './event_types.js'

/** Workflows: triggers, steps, and runs that survive crashes. */
export const flows = definePlugin({
  name: 'flows',
  version: '0.1.0',
  compatibility: '^0.1',
  dependsOn: [
    'access',
    'activity',
    'assets',
    'environments',
    'events',
    'mail',
    'notifications',
    'retention',
    'tenants',
    'users',
  ],
  migrations: ['plugins/flows/migrations'],
  environmentTables: ['integration_workflows', 'flow_execution_history', 'flow_rollups'],
  permissions: [flowsRead, flowsRun, flowsWrite],
  eventTypes,
  extensionPoints: [stepTypes, triggerTypes, systemEvents],
  contributes: [
    contribute(sealedColumns, (columns) => {
      for (const table of [
        'integration_workflows',
        'integration_workflow_versions',
        'integration_workflow_drafts',
      ])
        for (const column of ['trigger_config', 'steps'])
          columns.add(`${table}.${column}`, { table, column })
      const column = 'webhook_address'
      columns.add(`flow_alerts.${column}`, { table: 'flow_alerts', column })
    }),
    contribute(triggerTypes, async (registry) => {
      const { fileEvent } = await import('./triggers/file_event.js')
      const { scheduled } = await import('./triggers/scheduled.js')
      const { event } = await import('./triggers/event.js')
      const { manual } = await import('./triggers/manual.js')
      registry.add('file_event', fileEvent)
      registry.add('manual', manual)
      registry.add('scheduled', scheduled)
      registry.add('event', event)
      registry.add('system_event', (await import('./triggers/system_event.js')).systemEvent)
    }),
    contribute(stepTypes, async (registry) => {
      const { metadataUpdate } = await import('./steps/metadata_update.js')
      registry.add('metadata_update', metadataUpdate)
      const { condition } = await import('./steps/condition.js')
      const { delay } = await import('./steps/delay.js')
      const { forEach } = await import('./steps/for_each.js')
      const { parallel } = await import('./steps/parallel.js')
      const { waitForEvent } = await import('./steps/wait_for_event.js')
      const { callWorkflow } = await import('./steps/call_workflow.js')
      registry.add('condition', condition)
      registry.add('delay', delay)
      registry.add('for_each', forEach)
      registry.add('parallel', parallel)
      registry.add('wait_for_event', waitForEvent)
      registry.add('call_workflow', callWorkflow)
      registry.add('approval', (await import('./steps/approval.js')).approval)
      registry.add('file_sync', (await import('./steps/file_sync.js')).fileSync)
      registry.add('transform', (await import('./steps/transform.js')).transform)
    }),
    contribute(tenantFigures, async (figures) =>
      figures.add('failedRuns', (await import('./queries/failed_by_tenant.js')).failedByTenant)
    ),
    contribute(meters, async (registry) =>
      registry.add('maxWorkflows', (await import('./meters.js')).maxWorkflows)
    ),
    contribute(belongings, async (registry) =>
      registry.add('workflows', (await import('./actions/belongings.js')).savedWorkflows)
    ),
    contribute(keptRecords, async (records) =>
      records.add('runs', (await import('./actions/kept_runs.js')).keptRuns)
    ),
    contribute(keptRecords, async (records) =>
      records.add('workflow-drafts', (await import('./actions/kept_drafts.js')).keptDrafts)
    ),
    contribute(environmentBelongings, async (registry) =>
      registry.add(
        'workflows',
        (await import('./actions/environment_belongings.js')).workflowsOfEnvironment
      )
    ),
    contribute(variableUsers, async (registry) => {
      const { workflowsWithVariables } = await import('./queries/variable_uses.js')
      registry.add('workflows', { permission: flowsRead, uses: workflowsWithVariables })
    }),
    contribute(promotedKinds, async (registry) =>
      registry.add('workflows', (await import('./promotion/workflows.js')).promotedWorkflows)
    ),
    contribute(notificationKinds, async (kinds) => {
      const { alert, runFailed } = await import('./notifications.js')
      kinds.add('flows.runFailed', runFailed)
      kinds.add('flows.alert', alert)
      kinds.add('flows.approval', (await import('./approvals/kind.js')).approvalKind)
    }),
    contribute(mailLetters, async (letters) => {
      letters.add('flows.approval', (await import('./approvals/letter.js')).approvalLetter)
    }),
    contribute(eventEffects, async (registry) =>
      registry.add('runs', (await import('./queries/runs_of_event.js')).runsOfEvents)
    ),
    contribute(traceSources, async (sources) =>
      sources.add('execution', (await import('./queries/trace_runs.js')).tracedRuns)
    ),
    contribute(dashboardReads, (reads) => {
      reads.add('flows.failing', { path: 'integrations/workflows/failing' })
      reads.add('flows.waiting', { path: 'flow-executions/waiting' })
      reads.add('flows.hours', { path: 'flow-executions/hours' })
      // This is the query of the console's list of recent runs.
      const newest = { sort: '["createdAt","DESC"]', range: '[0,4]' }
      reads.add('flows.recent', { path: 'flow-executions', query: newest })
      reads.add('flows.stats', { path: 'flow-executions/stats' })
      reads.add('flows.workflows', { path: 'integrations/workflows', only: 'total' })
      reads.add('flows.runs', { path: 'flow-executions', only: 'total' })
    }),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: {
    '/integrations/workflows': 'workflows',
    '/workflows': 'workflows',
    '/flow-executions': 'workflows',
    '/system-flows': 'workflows',
    '/approvals': 'workflows',
  },
  schedules,
  jobs: () => import('./jobs/index.js'),
  consumers: () => import('./consumers/index.js'),
  async register() {
    const { statistics } = await import('./queries/statistics.js')
    flowStatistics.provide(statistics)
    const { names } = await import('./queries/names.js')
    flowNames.provide(names)
    const { steps } = await import('./queries/naming_steps.js')
    flowSteps.provide(steps)
    const { runs } = await import('./actions/flow_runs.js')
    flowRuns.provide(runs)
    const { systemFlowsOf } = await import('./queries/system_flows.js')
    systemFlows.provide(systemFlowsOf)
  },
  start() {
    assertStepsAskForDeclared()
  },
  async ready({ app }) {
    if (settings.use().APP_KEY_PREVIOUS.length === 0) return
    const { rotateFlowSecrets } = await import('./actions/rotate_secrets.js')
    await rotateFlowSecrets(await app.container.make('logger'))
  },
})
