import { SettingsError, type Settings } from '../settings/index.js'
import type { PluginHost } from '../plugin/host.js'
import {
  runChecks,
  ok,
  asSentence,
  wrong,
  type Check,
  type Finding,
  type CheckResult,
} from './finding.js'
import { checkClock, checkDatabase } from './check_database.js'
import { checkMigrations } from './check_migrations.js'
import { checkNode, checkServer } from './check_process.js'
import { checkMail, checkRedis } from './check_services.js'
import { checkKey, checkKnownKey, checkSettings } from './check_settings.js'
import { checkDisk, checkStorage } from './check_storage.js'
import { checkWork } from './check_work.js'

/** The installation to examine. The application supplies its settings and plugins. */
export interface Installation {
  environment: NodeJS.ProcessEnv
  /** Returns advice if the name is nearly the name of a Crossdock variable. */
  misspelled(name: string): string | undefined
  /** @throws SettingsError */
  settings(): Settings
  /**
   * Loads all installed plugins.
   * @throws when a plugin cannot be loaded or does not fit the others
   */
  plugins(settings: Settings): Promise<PluginHost>
  /** The application's root folder, which contains its own migrations. */
  root: URL
  /** Recipient of a test mail. */
  mailTo?: string | undefined
}

/**
 * Examines an installation without changing it; servers may run at the same time. If one problem causes
 * another, only the first is reported.
 */
export async function examineInstallation(installation: Installation): Promise<Finding[]> {
  const first = await runChecks([{ name: 'node', run: checkNode }])
  let settings: Settings
  try {
    settings = installation.settings()
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const check = 'settings'
    return [
      ...first,
      ...error.problems.map((says) => ({
        check,
        ...wrong(says, 'Correct it, and run the doctor again. Nothing else was checked.'),
      })),
    ]
  }
  const plugins = await installation.plugins(settings).catch((error: unknown) => error as Error)
  const host = plugins instanceof Error ? undefined : plugins
  const checks: Check[] = [
    { name: 'settings', run: () => checkSettings(settings, installation) },
    { name: 'key', run: () => checkKey(settings) },
    { name: 'disk', run: () => checkDisk(settings) },
    { name: 'plugins', run: async () => [checkPlugins(plugins)] },
    { name: 'database', run: () => checkDatabase(settings) },
  ]
  const found = await runChecks(checks)
  const databaseFindings = found.filter(({ check }) => check === 'database')
  const isUnreachable = databaseFindings.every(({ status }) => status === 'wrong')
  const checksInDatabase: Check[] = [
    { name: 'key', run: () => checkKnownKey(settings) },
    ...(host
      ? [
          {
            name: 'migrations',
            run: () => checkMigrations(settings, host.migrations(installation.root)),
          },
        ]
      : []),
    { name: 'work', run: () => checkWork(settings) },
    { name: 'clock', run: () => checkClock(settings) },
  ]
  const otherChecks: Check[] = [
    { name: 'storage', run: () => checkStorage(settings) },
    { name: 'mail', run: () => checkMail(settings, installation.mailTo) },
    { name: 'redis', run: () => checkRedis(settings) },
    { name: 'server', run: () => checkServer(settings) },
  ]
  const rest = await runChecks([...(isUnreachable ? [] : checksInDatabase), ...otherChecks])
  return [...first, ...found, ...rest]
}

function checkPlugins(found: PluginHost | Error): CheckResult {
  if (found instanceof Error) {
    return wrong(
      asSentence(found),
      'To start without a package: node ace plugin:disable <package>.'
    )
  }
  const added = found.plugins.filter((plugin) => plugin.package)
  if (added.length === 0) return ok('No packages were added.')
  const named = added.map(({ name, version }) => `${name} ${version}`).join(', ')
  return ok(`All added packages fit this version (${named}).`)
}
