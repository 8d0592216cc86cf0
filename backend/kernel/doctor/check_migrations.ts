import pg from 'pg'
import { readDatabase } from '../boot/read_database.js'
import { migrationNames } from '../boot/migrations.js'
import type { MigrationFolder } from '../plugin/host.js'
import type { Settings } from '../settings/index.js'
import { ok, warning, wrong, type CheckResult } from './finding.js'

const shown = (names: string[]) =>
  `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`

/** Compares the migrations that ran in the database with those of this version. */
export async function checkMigrations(
  settings: Settings,
  folders: readonly MigrationFolder[]
): Promise<CheckResult[]> {
  const ran = await readMigrations(settings)
  if (!ran) return [ok('No migration has run yet: the first start creates the tables.')]
  const known = new Set(migrationNames(folders))
  const pending = [...known].filter((name) => !ran.has(name))
  const isOurs = (name: string) =>
    folders.some(({ recordedAs }) => name.startsWith(`${recordedAs}/`))
  const unknown = [...ran].filter((name) => !known.has(name))
  const newer = unknown.filter(isOurs)
  const said: CheckResult[] = []
  if (newer.length > 0) {
    said.push(
      wrong(
        `The database is newer than this version: ${shown(newer)} ran and ${newer.length > 1 ? 'are' : 'is'} unknown to this version.`,
        'Start the version that ran them, or a later one.'
      )
    )
  }
  const ofRemovedPlugins = unknown.filter((name) => !isOurs(name))
  if (ofRemovedPlugins.length > 0) {
    said.push(
      warning(
        `The database has tables of plugins that are not installed (${shown(ofRemovedPlugins)}).`,
        'No action is needed. To delete them, see "What stays behind" in docs/plugins.md.'
      )
    )
  }
  if (pending.length > 0) {
    said.push(
      warning(
        `${pending.length} of ${known.size} migrations have not run (${shown(pending)}).`,
        'Make a backup, then start Crossdock, which runs them.'
      )
    )
  }
  return said.length > 0 ? said : [ok(`All ${known.size} migrations have run.`)]
}

/** Returns the names of the migrations that ran; undefined if the table with these names is missing. */
async function readMigrations(settings: Settings): Promise<Set<string> | undefined> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = settings
  if (!DATABASE_URL) {
    return readDatabase(settings, async ({ ask, tables }) =>
      tables.has('adonis_schema')
        ? namesOf(await ask<Named>('select name from adonis_schema'))
        : undefined
    )
  }
  // Only the login that runs migrations can read their names.
  const connectionString = MIGRATION_DATABASE_URL ?? DATABASE_URL
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const found = await client.query(`select to_regclass('public.adonis_schema') as there`)
    if (!found.rows[0].there) return undefined
    return namesOf((await client.query<Named>('select name from public.adonis_schema')).rows)
  } finally {
    await client.end()
  }
}

interface Named {
  name: string
}

const namesOf = (rows: Named[]) => new Set(rows.map(({ name }) => name))
