import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { DatabaseRefused } from '../database/drivers/login.js'
import { logger } from '../ground/logger.js'
import { pluginHost } from '../plugin/host.js'
import { namesAreKept } from './installed_plugins.js'
import { migrationNames } from './migrations.js'

/** Most migrations of Crossdock are recorded by path; those of packages by plugin name. */
const ownMigration = /^(backend|plugins)\/.+\/migrations\//

/** Migrations that ran on a database but are unknown to this build. */
export interface UnknownMigrations {
  /** Migrations of Crossdock. They mean that this build is older than the database. */
  own: string[]
  /** Migrations of external packages, which are installed in an older version. */
  ofPackages: string[]
}

/**
 * The npm package of each plugin that ever ran on a database, by plugin name; null for Crossdock's own
 * plugins.
 */
export type PackageOfPlugin = ReadonlyMap<string, string | null>

/** The recorded names that this build does not know, without those of removed packages. */
export function findUnknownMigrations(
  recorded: readonly string[],
  packages: PackageOfPlugin,
  root: URL
): UnknownMigrations {
  const host = pluginHost.use()
  const known = new Set(migrationNames(host.migrations(root)))
  const unknown = recorded.filter((name) => !known.has(name))
  const pluginOf = (name: string) => name.slice(0, name.indexOf('/'))
  const isOwn = (name: string) => ownMigration.test(name) || packages.get(pluginOf(name)) === null
  const installed = new Set(host.plugins.map(({ name }) => name))
  return {
    own: unknown.filter(isOwn),
    ofPackages: unknown.filter((name) => !isOwn(name) && installed.has(pluginOf(name))),
  }
}

/**
 * Refuses a database that a newer build has migrated. An older build would misread columns whose meaning has
 * changed, and write rows that lack what the newer build needs.
 * @throws DatabaseRefused
 */
export async function assertNotNewer(client: QueryClientContract, root: URL): Promise<void> {
  const { schema } = client.getReadClient()
  if (!(await schema.hasTable('adonis_schema'))) return
  const rows: { name: string }[] = await client.from('adonis_schema').select('name')
  const kept = await namesAreKept(client)
  const { own, ofPackages } = findUnknownMigrations(
    rows.map(({ name }) => name),
    kept ? await readPackagesOfPlugins(client) : new Map(),
    root
  )
  if (own.length > 0) throw new DatabaseRefused(newer(own))
  // Package authors may support a downgrade (docs/plugins.md).
  if (ofPackages.length > 0) {
    logger
      .use()
      .warn({ migrations: ofPackages }, 'the database was migrated by a newer version of a package')
  }
}

async function readPackagesOfPlugins(client: QueryClientContract): Promise<PackageOfPlugin> {
  const rows = await client.from('installed_plugins').select('name', 'package')
  return new Map(rows.map((row) => [row.name, row.package]))
}

const newer = (own: readonly string[]) =>
  `the database was migrated by a newer version: this build does not know ${own.length} of its migrations ` +
  `(the last is ${own.toSorted().at(-1)}). Start that version or a newer one, or restore a backup that this one made.`
