import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { settings } from '@crossdock/kernel/settings'
import {
  flowNames,
  flowRuns,
  flowsRead,
  flowsRun,
  flowStatistics,
  flowsWrite,
  stepTypes,
  triggerTypes,
} from './contracts/index.js'
import { assertStepsAskForDeclared } from './declared_permissions.js'
import { eventTypes } from './event_types.js'

/** Workflows: what sets them off, and runs that survive crashes. */
export const flows = definePlugin({
  name: 'flows',
  version: '0.1.0',
  compatibility: '^1.0',
  dependsOn: ['access', 'assets', 'environments'],
  migrations: ['plugins/flows/migrations'],
  permissions: [flowsRead, flowsRun, flowsWrite],
  eventTypes,
  extensionPoints: [stepTypes, triggerTypes],
  contributes: [
    contribute(triggerTypes, async (registry) => {
      const { fileEvent } = await import('./triggers/file_event.js')
      const { manual } = await import('./triggers/manual.js')
      registry.add('file_event', fileEvent)
      registry.add('manual', manual)
    }),
    contribute(stepTypes, async (registry) => {
      const { metadataUpdate } = await import('./steps/metadata_update.js')
      registry.add('metadata_update', metadataUpdate)
      const { condition } = await import('./steps/condition.js')
      const { delay } = await import('./steps/delay.js')
      registry.add('condition', condition)
      registry.add('delay', delay)
    }),
  ],
  texts: { de: () => import('./texts/de.js') },
  operations: () => import('./operations.js'),
  jobs: () => import('./jobs/index.js'),
  consumers: () => import('./consumers/index.js'),
  async register() {
    const { statistics } = await import('./queries/statistics.js')
    flowStatistics.provide(statistics)
    const { names } = await import('./queries/names.js')
    flowNames.provide(names)
    const { runs } = await import('./actions/flow_runs.js')
    flowRuns.provide(runs)
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
