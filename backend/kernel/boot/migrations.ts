import { readdirSync } from 'node:fs'
import type { ApplicationService } from '@adonisjs/core/types'
import type { BaseSchema } from '@adonisjs/lucid/schema'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import type { FileNode } from '@adonisjs/lucid/types/database'
import type { MigratorOptions } from '@adonisjs/lucid/types/migrator'
import { databaseManager } from '../database/database.js'
import { databaseState } from '../database/state.js'
import { inPhase, PluginFault } from '../plugin/fault.js'
import { watchPhase } from '../plugin/phases.js'
import { pluginHost, type MigrationFolder } from '../plugin/host.js'

type Migration = FileNode<typeof BaseSchema>

/** Lucid's runner for the migrations of all installed plugins. */
export function migrationRunner(
  app: ApplicationService,
  options: MigratorOptions
): MigrationRunner {
  const manager = databaseManager()
  // Crossdock's lock waits; Lucid's would fail the second process.
  const runner = new MigrationRunner(manager, app, { ...options, disableLocks: true })
  const folders = pluginHost.use().migrations(app.appRoot)
  // Lucid only searches below the application's root, and records paths.
  Object.assign(runner, { migrationSource: { getMigrations: async () => migrationsIn(folders) } })
  return runner
}

/**
 * Migrates a database to the current schema.
 * @param begins called before the first migration, if there is one to run
 * @throws PluginFault with the plugin and file of a failed migration
 */
export async function migrate(
  app: ApplicationService,
  connectionName: string,
  begins: () => void
): Promise<void> {
  const runner = migrationRunner(app, { direction: 'up', connectionName })
  const folders = pluginHost.use().migrations(app.appRoot)
  const ownerOf = (name?: string) =>
    folders.find(({ recordedAs }) => name?.startsWith(`${recordedAs}/`))
  let ended = () => {}
  runner.once('migration:start', begins)
  runner.on('migration:start', ({ file: { name } }) => {
    ended = watchPhase(ownerOf(name)?.plugin ?? name, `migrating (${name})`)
  })
  runner.on('migration:completed', () => ended())
  runner.on('migration:error', () => ended())
  await runner.run()
  if (!runner.error) return noteSchema(connectionName)
  const failed = Object.values(runner.migratedFiles).find(({ status }) => status === 'error')
  const owner = ownerOf(failed?.file.name)
  if (!owner || runner.error instanceof PluginFault) throw runner.error
  throw new PluginFault(owner.plugin, `migrating (${failed!.file.name})`, runner.error)
}

/** Stores the schema version now, because the application's roles may not read the migrations table. */
async function noteSchema(connectionName: string): Promise<void> {
  const ran: { name: string }[] = await databaseManager()
    .connection(connectionName)
    .from('adonis_schema')
    .select('name')
    .orderBy('id')
  const schema = { migrations: ran.length, lastMigration: ran.at(-1)?.name ?? null }
  Object.assign(databaseState(), { schema })
}

/** Created once: creating a collator costs more than all comparisons of a start. */
const byNumber = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare

/** Names under which migrations are recorded. */
export function migrationNames(folders: readonly MigrationFolder[]): string[] {
  return migrationsIn(folders).map(({ name }) => name)
}

function migrationsIn(folders: readonly MigrationFolder[]): Migration[] {
  return folders.flatMap((folder) => {
    const files = readdirSync(folder.at).filter((file) => /(?<!\.d)\.[cm]?[jt]s$/.test(file))
    return files.sort(byNumber).map((file) => migration(folder, file))
  })
}

function migration({ plugin, recordedAs, at }: MigrationFolder, file: string): Migration {
  const address = new URL(file, at)
  const name = `${recordedAs}/${file.replace(/\.\w+$/, '')}`
  return {
    absPath: address.pathname,
    name,
    async getSource() {
      const loaded = () => import(address.href)
      const { default: source } = await inPhase(plugin, `loading its migration ${name}`, loaded)
      if (typeof source !== 'function' || !('disableTransactions' in source)) {
        throw new PluginFault(plugin, `migrating (${name})`, 'it exports no migration by default.')
      }
      // A failure would leave the migration half done.
      if (source?.disableTransactions && recordedAs === plugin) {
        throw new PluginFault(plugin, `migrating (${name})`, 'it must not disable transactions.')
      }
      return source
    },
  }
}
