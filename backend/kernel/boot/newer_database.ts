import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { DatabaseRefused } from '../database/login.js'
import { logger } from '../ground/logger.js'
import { pluginHost } from '../plugin/host.js'
import { namesAreKept } from './installed_plugins.js'
import { migrationNames } from './migrations.js'

/** Most of what Crossdock itself brings is recorded by its path; packages of others by their plugin's name. */
const ownMigration = /^(backend|plugins)\/.+\/migrations\//

/** Migrations that have run on a database and that this build does not know. */
export interface Unknown {
  /** Of Crossdock itself: it is older than the database. */
  own: string[]
  /** Of packages from outside that are installed, in an older version. */
  ofPackages: string[]
}

/** By the name of each plugin that ever ran on a database: the package it came in, null for what Crossdock itself brings. */
export type Bringers = ReadonlyMap<string, string | null>

/** Those among the recorded names that this build does not know. A package that was taken away is not asked after. */
export function unknownAmong(recorded: readonly string[], bringers: Bringers, root: URL): Unknown {
  const host = pluginHost.use()
  const known = new Set(migrationNames(host.migrations(root)))
  const unknown = recorded.filter((name) => !known.has(name))
  const pluginOf = (name: string) => name.slice(0, name.indexOf('/'))
  const isOwn = (name: string) => ownMigration.test(name) || bringers.get(pluginOf(name)) === null
  const installed = new Set(host.plugins.map(({ name }) => name))
  return {
    own: unknown.filter(isOwn),
    ofPackages: unknown.filter((name) => !isOwn(name) && installed.has(pluginOf(name))),
  }
}

/**
 * An older build would read columns that mean something else by now, and write rows that lack what the newer one relies on.
 * @throws DatabaseRefused
 */
export async function assertNotNewer(client: QueryClientContract, root: URL): Promise<void> {
  const { schema } = client.getReadClient()
  if (!(await schema.hasTable('adonis_schema'))) return
  const rows: { name: string }[] = await client.from('adonis_schema').select('name')
  const kept = await namesAreKept(client)
  const { own, ofPackages } = unknownAmong(
    rows.map(({ name }) => name),
    kept ? await bringersOf(client) : new Map(),
    root
  )
  if (own.length > 0) throw new DatabaseRefused(newer(own))
  // Their authors may take them back (docs/plugins.md).
  if (ofPackages.length > 0) {
    logger.use().warn({ migrations: ofPackages }, 'the database is of a newer version of a package')
  }
}

async function bringersOf(client: QueryClientContract): Promise<Bringers> {
  const rows = await client.from('installed_plugins').select('name', 'package')
  return new Map(rows.map((row) => [row.name, row.package]))
}

const newer = (own: readonly string[]) =>
  `the database was brought up to date by a newer version: ${own.length} of its migrations are not known to this build ` +
  `(the last is ${own.toSorted().at(-1)}). Start that version or a newer one, or restore a backup that this one made.`
