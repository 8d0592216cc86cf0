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

/** Lucid's runner over the migrations of all installed plugins. */
export function migrationRunner(
  app: ApplicationService,
  options: MigratorOptions
): MigrationRunner {
  const manager = databaseManager()
  // Our own lock waits; Lucid's would fail the second process.
  const runner = new MigrationRunner(manager, app, { ...options, disableLocks: true })
  const folders = pluginHost.use().migrations(app.appRoot)
  // Lucid looks below the application's root only, and records the path.
  Object.assign(runner, { migrationSource: { getMigrations: async () => migrationsIn(folders) } })
  return runner
}

/**
 * Brings a database to the present schema.
 * @param begins is called before the first migration, if there is one to run
 * @throws PluginFault naming plugin and file of one that failed
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

/** Now, as the application's own roles may not read what was migrated. */
async function noteSchema(connectionName: string): Promise<void> {
  const ran: { name: string }[] = await databaseManager()
    .connection(connectionName)
    .from('adonis_schema')
    .select('name')
    .orderBy('id')
  const schema = { migrations: ran.length, lastMigration: ran.at(-1)?.name ?? null }
  Object.assign(databaseState(), { schema })
}

/** Made once: making it costs more than all the comparisons of a start. */
const byNumber = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare

/** As they are recorded once they have run. */
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
      // Half of it would stay behind.
      if (source?.disableTransactions && recordedAs === plugin) {
        throw new PluginFault(plugin, `migrating (${name})`, 'it does without a transaction.')
      }
      return source
    },
  }
}
