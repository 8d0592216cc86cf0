import { migrationRunner } from '@crossdock/kernel/boot'
import { inApplication, type PluginDeclaration } from '@crossdock/kernel/plugin'
import { dropLeftDatabases, freshDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import { createIgnitor } from '../start/app.js'
import { completeSettings } from '../start/settings.js'

/** By the folders of their migrations, which do not change while tests run. */
const templates = new Map<string, Promise<FreshDatabase>>()

/**
 * A database of its own with the tables of these plugins: copied from one that this process has migrated from nothing.
 * On PostgreSQL it has no roles and no policies yet. The start of an application makes those, as after every migration.
 */
export async function migratedDatabase(
  plugins: readonly PluginDeclaration[]
): Promise<FreshDatabase> {
  const key = plugins.flatMap(({ migrations = [] }) => migrations).join()
  if (!templates.has(key)) templates.set(key, migrate(plugins))
  return freshDatabase(await templates.get(key))
}

/** Removes the templates, and drops what tests have left on PostgreSQL: at the end of a test program. */
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
  // Closes the connections: nobody else may be connected to what is copied.
  await app.terminate()
  if (runner.error) throw runner.error
  return database
}
