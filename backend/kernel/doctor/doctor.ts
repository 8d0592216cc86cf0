import { SettingsError, type Settings } from '../settings/index.js'
import type { PluginHost } from '../plugin/host.js'
import { examine, ok, sentence, wrong, type Check, type Finding, type Said } from './finding.js'
import { ofClock, ofDatabase } from './of_database.js'
import { ofMigrations } from './of_migrations.js'
import { ofNode, ofServer } from './of_process.js'
import { ofMail, ofRedis } from './of_services.js'
import { ofKey, ofKnownKey, ofSettings } from './of_settings.js'
import { ofDisk, ofStorage } from './of_storage.js'
import { ofWork } from './of_work.js'

/** What the doctor is given: how settings and plugins are read is the application's. */
export interface Patient {
  environment: NodeJS.ProcessEnv
  /** What to say of a variable that is nearly one of Crossdock's. */
  misspelt(name: string): string | undefined
  /** @throws SettingsError */
  settings(): Settings
  /** Everything installed. @throws what keeps it from working together */
  plugins(settings: Settings): Promise<PluginHost>
  /** The application's root: migrations of its own lie below. */
  root: URL
  /** Whom to send a mail. */
  mailTo?: string | undefined
}

/** Looks at an installation, beside a server that may run, and changes nothing. What follows from what is wrong is left out. */
export async function examineInstallation(patient: Patient): Promise<Finding[]> {
  const first = await examine([{ name: 'node', look: ofNode }])
  let settings: Settings
  try {
    settings = patient.settings()
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const check = 'settings'
    return [
      ...first,
      ...error.problems.map((says) => ({
        check,
        ...wrong(says, 'Correct it: nothing else was looked at.'),
      })),
    ]
  }
  const plugins = await patient.plugins(settings).catch((error: unknown) => error as Error)
  const host = plugins instanceof Error ? undefined : plugins
  const checks: Check[] = [
    { name: 'settings', look: () => ofSettings(settings, patient) },
    { name: 'key', look: () => ofKey(settings) },
    { name: 'disk', look: () => ofDisk(settings) },
    { name: 'plugins', look: async () => [ofPlugins(plugins)] },
    { name: 'database', look: () => ofDatabase(settings) },
  ]
  const found = await examine(checks)
  const ofIt = found.filter(({ check }) => check === 'database')
  const isAway = ofIt.every(({ status }) => status === 'wrong')
  const inDatabase: Check[] = [
    { name: 'key', look: () => ofKnownKey(settings) },
    ...(host
      ? [{ name: 'migrations', look: () => ofMigrations(settings, host.migrations(patient.root)) }]
      : []),
    { name: 'work', look: () => ofWork(settings) },
    { name: 'clock', look: () => ofClock(settings) },
  ]
  const others: Check[] = [
    { name: 'storage', look: () => ofStorage(settings) },
    { name: 'mail', look: () => ofMail(settings, patient.mailTo) },
    { name: 'redis', look: () => ofRedis(settings) },
    { name: 'server', look: () => ofServer(settings) },
  ]
  const rest = await examine([...(isAway ? [] : inDatabase), ...others])
  return [...first, ...found, ...rest]
}

function ofPlugins(found: PluginHost | Error): Said {
  if (found instanceof Error) {
    return wrong(sentence(found), 'To start without a package: node ace plugin:disable <package>.')
  }
  const added = found.plugins.filter((plugin) => plugin.package)
  if (added.length === 0) return ok('None was added to those Crossdock brings.')
  const named = added.map(({ name, version }) => `${name} ${version}`).join(', ')
  return ok(`All that were added fit this version (${named}).`)
}
