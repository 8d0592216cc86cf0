import pg from 'pg'
import { look } from '../boot/look.js'
import { migrationNames } from '../boot/migrations.js'
import type { MigrationFolder } from '../plugin/host.js'
import type { Settings } from '../settings/index.js'
import { ok, warning, wrong, type Said } from './finding.js'

const shown = (names: string[]) =>
  `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`

/** Whether the database is as far as this version is. */
export async function ofMigrations(
  settings: Settings,
  folders: readonly MigrationFolder[]
): Promise<Said[]> {
  const ran = await ranIn(settings)
  if (!ran) return [ok('None has run yet: the first start makes the tables.')]
  const known = new Set(migrationNames(folders))
  const pending = [...known].filter((name) => !ran.has(name))
  const isOurs = (name: string) =>
    folders.some(({ recordedAs }) => name.startsWith(`${recordedAs}/`))
  const unknown = [...ran].filter((name) => !known.has(name))
  const newer = unknown.filter(isOurs)
  const said: Said[] = []
  if (newer.length > 0) {
    said.push(
      wrong(
        `The database is newer than this version: ${shown(newer)} ran and ${newer.length > 1 ? 'are' : 'is'} not known here.`,
        'Start the version that ran them, or a later one.'
      )
    )
  }
  const left = unknown.filter((name) => !isOurs(name))
  if (left.length > 0) {
    said.push(
      warning(
        `Tables of plugins that are not installed are in the database (${shown(left)}).`,
        'Nothing, or see "What stays behind" in docs/plugins.md.'
      )
    )
  }
  if (pending.length > 0) {
    said.push(
      warning(
        `${pending.length} of ${known.size} have not run (${shown(pending)}).`,
        'The next start runs them. Make a backup before.'
      )
    )
  }
  return said.length > 0 ? said : [ok(`All ${known.size} have run.`)]
}

/** Their names, as recorded; nothing where there is no record. */
async function ranIn(settings: Settings): Promise<Set<string> | undefined> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = settings
  if (!DATABASE_URL) {
    return look(settings, async ({ ask, tables }) =>
      tables.has('adonis_schema')
        ? namesOf(await ask<Named>('select name from adonis_schema'))
        : undefined
    )
  }
  // Only the login that migrates may see how far the tables are.
  const connectionString = MIGRATION_DATABASE_URL ?? DATABASE_URL
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const there = await client.query(`select to_regclass('public.adonis_schema') as there`)
    if (!there.rows[0].there) return undefined
    return namesOf((await client.query<Named>('select name from public.adonis_schema')).rows)
  } finally {
    await client.end()
  }
}

interface Named {
  name: string
}

const namesOf = (rows: Named[]) => new Set(rows.map(({ name }) => name))
