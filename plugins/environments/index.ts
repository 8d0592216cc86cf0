import { notificationKinds } from '@crossdock/backend/notifications'
import { keptEnvironments, keptRecords } from '@crossdock/backend/retention'
import { tenantFigures, tenantProvisioning } from '@crossdock/backend/tenants'
import { environmentResolver } from '@crossdock/kernel/tenancy'
import { httpStages } from '@crossdock/kernel/http'
import { environmentLimits, keepUsage, meters } from '@crossdock/kernel/ledger'
import { mailLetters } from '@crossdock/kernel/mail'
import { contribute, definePlugin, logger, perApplication } from '@crossdock/kernel/plugin'
import { sealedColumns } from '@crossdock/kernel/secrets'
import { settings } from '@crossdock/kernel/settings'
import {
  environmentBelongings,
  environments as environmentsService,
  environmentsRead,
  environmentsWrite,
  environmentSecrets,
  environmentVariables,
  promotedKinds,
  secretHolders,
  variableUsers,
} from './contracts/index.js'
import { eventTypes } from './event_types.js'
import type { Usage } from './metering/usage.js'

const usage = perApplication<{ kept?: Usage }>(() => ({}))

/** Environments: where a tenant works, and how much it may use there. */
export const environments = definePlugin({
  name: 'environments',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['tenants', 'users', 'retention'],
  migrations: ['plugins/environments/migrations'],
  permissions: [environmentsRead, environmentsWrite],
  eventTypes,
  extensionPoints: [environmentBelongings, promotedKinds, secretHolders, variableUsers],
  contributes: [
    contribute(sealedColumns, (columns) => {
      columns.add('environment_variables.sealed', {
        table: 'environment_variables',
        column: 'sealed',
      })
    }),
    contribute(tenantProvisioning, async (registry) => {
      const { createProduction } = await import('./actions/create_production.js')
      registry.add('production environment', createProduction)
    }),
    contribute(tenantFigures, async (figures) => {
      const { apiCallsPercent, storagePercent } = await import('./usage/percent_by_tenant.js')
      figures.add('apiCallsPercent', apiCallsPercent)
      figures.add('storagePercent', storagePercent)
    }),
    contribute(meters, async (registry) => (await import('./meters/index.js')).addMeters(registry)),
    contribute(httpStages, async (stages) => {
      stages.add('active environment', (await import('./stages/refuse_inactive.js')).refuseInactive)
      stages.add('calls of sessions', (await import('./meters/session_calls.js')).sessionCalls)
      stages.add('metering', (await import('./metering/stage.js')).metering)
    }),
    contribute(notificationKinds, async (kinds) => {
      const { limitNearlyReached } = await import('./alerts/notification.js')
      kinds.add('environments.limit', limitNearlyReached)
      kinds.add('environments.moreRequested', (await import('./usage/notification.js')).moreAsked)
    }),
    contribute(mailLetters, async (letters) =>
      letters.add('environments.more', (await import('./usage/letter.js')).moreLetter)
    ),
    contribute(keptRecords, async (records) =>
      records.add('usage', (await import('./usage/kept.js')).keptUsage)
    ),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: { '/environments': 'analytics' },
  jobs: () => import('./jobs/index.js'),
  async register() {
    const { resolver, active } = await import('./queries/known.js')
    environmentResolver.provide(resolver)
    environmentsService.provide(active)
    keptEnvironments.provide((await import('./queries/kept_environments.js')).kept)
    environmentLimits.provide((await import('./meters/limits.js')).limitsOfEnvironments)
    environmentVariables.provide((await import('./variables/queries/known_variables.js')).variables)
    environmentSecrets.provide((await import('./variables/queries/known_secrets.js')).knownSecrets)
  },
  async ready({ app }) {
    const { Usage } = await import('./metering/usage.js')
    const { sendDueAlerts } = await import('./alerts/index.js')
    const kept = new Usage(logger.use(), sendDueAlerts)
    keepUsage(kept)
    ;(await import('./metering/stage.js')).useUsage(kept)
    kept.start()
    usage().kept = kept
    if (settings.use().APP_KEY_PREVIOUS.length === 0) return
    const { rotateVariables } = await import('./variables/actions/rotate_variables.js')
    await rotateVariables(await app.container.make('logger'))
  },
  async shutdown() {
    await usage().kept?.stop()
  },
})
