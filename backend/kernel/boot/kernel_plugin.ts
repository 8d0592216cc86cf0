import { foldHourly } from '../counters/fold_schedule.js'
import { giveBackFileNightly } from '../jobs/give_back_file.js'
import { databaseState } from '../database/state.js'
import { checkDatabase } from './database_health.js'
import { checkClock } from './clock_watch.js'
import { Egress, egress, egressAllowances } from '../egress/index.js'
import { checkJobs, purgeNightly } from '../jobs/index.js'
import { checkProxy, reportAddressesTo } from '../http/client_address.js'
import { checkRedis, closeLimits, openLimits } from '../limits/limits.js'
import { Ledger, ledger } from '../ledger/ledger.js'
import { meters } from '../ledger/meters.js'
import { purgeWindowsNightly } from '../ledger/purge_schedule.js'
import { quota } from '../http/quota.js'
import { idempotency } from '../idempotency/stage.js'
import { purgeKeysHourly } from '../idempotency/purge_schedule.js'
import { endLeases } from '../idempotency/record.js'
import { httpStages } from '../http/stages.js'
import { contribute } from '../ground/extension_point.js'
import { definePlugin, type PluginContext } from '../plugin/define_plugin.js'
import { kernelVersion } from '../ground/version.js'
import { sealedColumns, Secrets, secrets, Signatures, signatures } from '../secrets/index.js'
import { settings } from '../settings/index.js'
import {
  checkStorage,
  contentNames,
  contentStore,
  collectNow,
  giveBackNightly,
  recordNamers,
  openContentStore,
  scrubWeekly,
} from '../storage/index.js'

/** The kernel's tables and services, declared like those of every plugin. */
export const kernel = definePlugin({
  name: 'kernel',
  version: kernelVersion,
  compatibility: `^${kernelVersion}`,
  operator: true,
  migrations: [
    'backend/kernel/database/migrations',
    'backend/kernel/tenancy/migrations',
    'backend/kernel/counters/migrations',
    'backend/kernel/events/migrations',
    'backend/kernel/jobs/migrations',
    'backend/kernel/storage/migrations',
    'backend/kernel/idempotency/migrations',
    'backend/kernel/ledger/migrations',
  ],
  extensionPoints: [httpStages, contentNames, meters, sealedColumns],
  contributes: [
    contribute(httpStages, (stages) => {
      stages.add('quota', quota)
      stages.add('idempotency', idempotency)
    }),
  ],
  get healthChecks() {
    return [
      { name: 'isolation', check: checkIsolation },
      { name: 'database', check: checkDatabase, isNeeded: true },
      { name: 'storage', check: checkStorage },
      { name: 'jobs', check: checkJobs },
      { name: 'clock', check: checkClock },
      ...(settings.use().REDIS_URL ? [{ name: 'redis', check: checkRedis }] : []),
      ...(settings.use().TRUST_PROXY ? [{ name: 'proxy', check: checkProxy }] : []),
    ]
  },
  jobs: () => import('./jobs.js'),
  schedules: [
    purgeNightly,
    scrubWeekly,
    giveBackNightly,
    purgeKeysHourly,
    foldHourly,
    purgeWindowsNightly,
    giveBackFileNightly,
  ],
  async register({ app, settings }: PluginContext) {
    const logger = await app.container.make('logger')
    egress.provide(
      new Egress({
        allow: settings.EGRESS_ALLOW,
        granted: (tenantId, systemId) => egressAllowances.use().of(tenantId, systemId),
        onRefusal: (refusal) => logger.warn(refusal, 'an outgoing call was refused'),
      })
    )
    ledger.provide(new Ledger())
    secrets.provide(new Secrets(settings.APP_KEY, settings.APP_KEY_PREVIOUS))
    signatures.provide(new Signatures(settings.APP_KEY, settings.APP_KEY_PREVIOUS))
    contentStore.provide(
      openContentStore(settings, (damage) => logger.error(damage, 'stored content is damaged'))
    )
  },
  async start({ app, settings }) {
    const isServer = app.getEnvironment() === 'web'
    if (isServer && !settings.DATABASE_URL) await endLeases()
    if (isServer) await recordNamers()
    if (isServer && settings.STORAGE_FROM_URL) await collectNow()
  },
  async ready({ app }) {
    openLimits(await app.container.make('logger'))
    reportAddressesTo(await app.container.make('logger'))
    ledger.use().open()
  },
  async shutdown() {
    await ledger.use().close()
    await egress.use().close()
    await contentStore.use().close()
    await closeLimits()
  },
})

/** Reports weakened tenant isolation without failing. */
async function checkIsolation() {
  const { warnings } = databaseState()
  return { status: 'ok' as const, ...(warnings.length > 0 ? { message: warnings.join(' ') } : {}) }
}
