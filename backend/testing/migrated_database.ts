import { migrationRunner } from '@crossdock/kernel/boot'
import { inApplication, type PluginDeclaration } from '@crossdock/kernel/plugin'
import { dropLeftDatabases, freshDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import { createIgnitor } from '../start/app.js'
import { completeSettings } from '../start/settings.js'

/** The templates by the folders of their migrations, which do not change during a test run. */
const templates = new Map<string, Promise<FreshDatabase>>()

/**
 * A separate database with the tables of these plugins, copied from a template that this process migrated once.
 * On PostgreSQL it has no roles and policies yet. The start of an application creates those, as after every
 * migration.
 */
export async function migratedDatabase(
  plugins: readonly PluginDeclaration[]
): Promise<FreshDatabase> {
  const key = plugins.flatMap(({ migrations = [] }) => migrations).join()
  if (!templates.has(key)) templates.set(key, migrate(plugins))
  return freshDatabase(await templates.get(key))
}

/** Removes the templates and, on PostgreSQL, the databases that tests left, at the end of a test program. */
export async function removeDatabases(): Promise<void> {
  for (const template of templates.values()) await (await template).remove()
  templates.clear()
  await dropLeftDatabases()
}

async function migrate(plugins: readonly PluginDeclaration[]): Promise<FreshDatabase> {
  const database = await freshDatabase()
  const settings = completeSettings({
    NODE_ENV: 'test',
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl,
    SQLITE_DRIVER: process.env.SQLITE_DRIVER,
    DEMO: 'false',
    LOG_LEVEL: 'error',
  })
  const app = createIgnitor(settings, plugins).createApp('console')
  await app.init()
  await app.boot()
  const runner = await inApplication(app, async () => {
    const connectionName = database.databaseUrl ? 'migrations' : 'main'
    const made = migrationRunner(app, { direction: 'up', connectionName })
    await made.run()
    return made
  })
  // Closes the connections: a database with other connections cannot be copied.
  await app.terminate()
  if (runner.error) throw runner.error
  return database
}
