import pg from 'pg'
import { existsSync } from 'node:fs'
import { clock } from '../ground/clock.js'
import { sqliteFile } from '../database/connections/config.js'
import { DatabaseRefused, inspectLogin } from '../database/drivers/login.js'
import { restoringFile, restoringTable } from '../database/restoring.js'
import { maySetRole, rolesOf } from '../database/wall/roles.js'
import { textIndexComment } from '../database/wall/wall.js'
import { laterThanNow, newestStored } from '../boot/clock_watch.js'
import { readDatabase } from '../boot/read_database.js'
import type { Settings } from '../settings/index.js'
import { ok, asSentence, warning, wrong, type CheckResult } from './finding.js'

/** The oldest version that PostgreSQL still maintains and that Crossdock is tested with. */
const minPostgres = 15
const useSeparateLogins =
  'Set DATABASE_URL to a login that owns no tables, and MIGRATION_DATABASE_URL to the login that owns the tables (docs/operation/scale-out.md).'

/** Checks that the database answers, which version it has, and whether it keeps tenants apart. */
export async function checkDatabase(settings: Settings): Promise<CheckResult[]> {
  const { DATABASE_URL, NODE_ENV, DATA_DIR } = settings
  if (existsSync(restoringFile(DATA_DIR))) return [halfRestored]
  if (!DATABASE_URL) return [await checkSqlite(settings)]
  try {
    if (await readDatabase(settings, async ({ tables }) => tables.has(restoringTable)))
      return [halfRestored]
    return await checkPostgres(DATABASE_URL, NODE_ENV === 'production')
  } catch (error) {
    const { host, pathname } = new URL(DATABASE_URL)
    if (error instanceof DatabaseRefused)
      return [wrong(error.message, 'No server starts on this database until this is corrected.')]
    return [
      wrong(
        `PostgreSQL at ${host}${pathname} cannot be queried: ${asSentence(error)}`,
        'Start PostgreSQL, or correct DATABASE_URL. The checks inside the database were skipped.'
      ),
    ]
  }
}

const halfRestored = wrong(
  'A restore is running here or was interrupted: no server starts on an incomplete restore.',
  'Wait until it ends, or run "node ace restore FOLDER" again.'
)

async function checkSqlite(settings: Settings): Promise<CheckResult> {
  const file = sqliteFile(settings)
  if (!existsSync(file)) return ok(`There is no database yet: the first start creates ${file}.`)
  try {
    const version = await readDatabase(settings, async ({ ask }) => {
      const [row] = await ask<{ version: string }>('select sqlite_version() as version')
      return row!.version
    })
    return ok(`SQLite ${version}, ${file}.`)
  } catch (error) {
    return wrong(
      `${file} cannot be read: ${asSentence(error)}`,
      'Restore it from a backup if it is damaged.'
    )
  }
}

interface Facts {
  version: number
  shown: string
  /** Whether the login owns the tables; null if there are none. */
  ownsTables: boolean | null
  /** Tables without forced row-level security. */
  unprotectedTables: string[]
  /** Those of Crossdock's roles that the login may switch to. */
  usableRoles: string[]
}

async function checkPostgres(url: string, production: boolean): Promise<CheckResult[]> {
  const login = await inspectLogin(url)
  const roles = rolesOf(login.database)
  const { version, shown, ownsTables, unprotectedTables, usableRoles } = await readFacts(
    url,
    Object.values(roles)
  )
  const said: CheckResult[] = [
    version >= minPostgres
      ? ok(`PostgreSQL ${shown}, signed in as "${login.name}".`)
      : warning(
          `PostgreSQL ${shown} is older than what Crossdock is tested with.`,
          `Move to ${minPostgres} or later.`
        ),
  ]
  if (login.bypasses) {
    const says = `"${login.name}" is a superuser or has BYPASSRLS: row-level security, which keeps tenants apart, does not apply to it.`
    said.push(
      production
        ? wrong(says, useSeparateLogins)
        : warning(`${says} Production refuses it.`, useSeparateLogins)
    )
  } else if (ownsTables) {
    said.push(
      warning(
        `"${login.name}" owns the tables, and could disable their row-level security.`,
        useSeparateLogins
      )
    )
  }
  // Before the first start there are no tables to check.
  if (ownsTables === null) return said
  if (unprotectedTables.length > 0) {
    said.push(
      wrong(
        `Row-level security is not forced on ${unprotectedTables.join(', ')}: nothing in the database keeps tenants apart there.`,
        'Start Crossdock once to enable it, and find out who disabled it.'
      )
    )
  }
  const missing = Object.values(roles).filter((name) => !usableRoles.includes(name))
  if (missing.length > 0) {
    said.push(
      warning(
        `The roles ${missing.join(' and ')} are missing, or "${login.name}" may not use them: work of tenants and of the operator shares one role.`,
        'Create them as docs/operation/scale-out.md shows.'
      )
    )
  }
  return said
}

async function readFacts(connectionString: string, roles: string[]): Promise<Facts> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as version,
         current_setting('server_version') as shown,
         (select pg_has_role(session_user, relowner, 'MEMBER') from pg_class
          where oid = to_regclass('public.tenants')) as "ownsTables",
         array(select c.relname::text from pg_class c
           join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
           where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
             and c.relowner = (select relowner from pg_class where oid = to_regclass('public.tenants'))
             and not (c.relrowsecurity and c.relforcerowsecurity)
             and obj_description(c.oid, 'pg_class') is distinct from $1 order by 1) as "unprotectedTables",
         array(select rolname::text from pg_roles
           where rolname = any($2) and ${maySetRole('session_user', 'oid')}) as "usableRoles"`,
      [textIndexComment, roles]
    )
    return rows[0]
  } finally {
    await client.end()
  }
}

/** Clock differences above this are reported: expiry times in browsers and tokens depend on the clock. */
const noticedMs = 2_000
const wrongMs = 60_000

/** Compares the clock of this machine with that of the database, if the database has one. */
export async function checkClock(settings: Settings): Promise<CheckResult[]> {
  const { DATABASE_URL } = settings
  if (!DATABASE_URL) return [await checkStoredTimes(settings)]
  const client = new pg.Client({ connectionString: DATABASE_URL, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const before = clock.now()
    const { rows } = await client.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms'
    )
    const offMs = Math.round(rows[0]!.ms - (before + clock.now()) / 2)
    return [clockResult(offMs)]
  } finally {
    await client.end()
  }
}

/**
 * SQLite has no clock of its own. A stored time in the future shows that this machine's clock was fast, or is
 * slow now.
 */
async function checkStoredTimes(settings: Settings): Promise<CheckResult> {
  const fine = ok(
    `The clock of this machine shows ${clock.date().toISOString()}. No stored time is later.`
  )
  if (!existsSync(sqliteFile(settings))) return fine
  const at = await readDatabase(settings, async ({ ask, tables }) => {
    if (!['middleware_events', 'job_schedules'].every((table) => tables.has(table))) return null
    const [row] = await ask<{ at: string | null }>(newestStored)
    return row?.at
  }).catch(() => null)
  const says = laterThanNow(at)
  return says ? warning(says, 'Set the clock.') : fine
}

/** @param offMs milliseconds by which the database's clock is ahead */
export function clockResult(offMs: number): CheckResult {
  const apart = Math.abs(offMs)
  if (apart < noticedMs)
    return ok(`The clocks of this machine and of the database are ${apart} ms apart.`)
  const says = `The clocks of this machine and of the database are ${Math.round(apart / 1000)} seconds apart.`
  const todo = 'Synchronize both with NTP.'
  return apart < wrongMs ? warning(says, todo) : wrong(says, todo)
}
