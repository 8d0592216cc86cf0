import pg from 'pg'
import { existsSync } from 'node:fs'
import { clock } from '../ground/clock.js'
import { sqliteFile } from '../database/config.js'
import { DatabaseRefused, inspectLogin } from '../database/login.js'
import { restoringFile, restoringTable } from '../database/restoring.js'
import { rolesOf } from '../database/roles.js'
import { keepsTexts } from '../database/text_index_postgres.js'
import { laterThanNow, newestStored } from '../boot/clock_watch.js'
import { look } from '../boot/look.js'
import type { Settings } from '../settings/index.js'
import { ok, sentence, warning, wrong, type Said } from './finding.js'

/** Made for what is tested with it, and still maintained by its makers. */
const leastPostgres = 14
const separate =
  'Let DATABASE_URL sign in as a login that owns nothing, and set MIGRATION_DATABASE_URL to the one that owns the tables (SECURITY.md).'

/** Whether the database answers, which it is, and whether it keeps tenants apart. */
export async function ofDatabase(settings: Settings): Promise<Said[]> {
  const { DATABASE_URL, NODE_ENV, DATA_DIR } = settings
  if (existsSync(restoringFile(DATA_DIR))) return [halfRestored]
  if (!DATABASE_URL) return [await ofSqlite(settings)]
  try {
    if (await look(settings, async ({ tables }) => tables.has(restoringTable)))
      return [halfRestored]
    return await ofPostgres(DATABASE_URL, NODE_ENV === 'production')
  } catch (error) {
    const { host, pathname } = new URL(DATABASE_URL)
    if (error instanceof DatabaseRefused) return [wrong(error.message, 'Change that.')]
    return [
      wrong(
        `PostgreSQL at ${host}${pathname} cannot be asked: ${sentence(error)}`,
        'Start it, or correct DATABASE_URL. What else is in it was not looked at.'
      ),
    ]
  }
}

const halfRestored = wrong(
  'A restore is under way here, or was cut off: no server starts on half of a backup.',
  'Wait for it, or run "node ace restore FOLDER" once more.'
)

async function ofSqlite(settings: Settings): Promise<Said> {
  const file = sqliteFile(settings)
  if (!existsSync(file)) return ok(`There is none yet: the first start makes ${file}.`)
  try {
    const version = await look(settings, async ({ ask }) => {
      const [row] = await ask<{ version: string }>('select sqlite_version() as version')
      return row!.version
    })
    return ok(`SQLite ${version}, ${file}.`)
  } catch (error) {
    return wrong(
      `${file} cannot be read: ${sentence(error)}`,
      'Restore it from a backup if it is damaged.'
    )
  }
}

interface Facts {
  version: number
  shown: string
  owns: boolean | null
  open: string[]
  roles: string[]
}

async function ofPostgres(url: string, production: boolean): Promise<Said[]> {
  const login = await inspectLogin(url)
  const names = rolesOf(login.database)
  const { version, shown, owns, open, roles } = await factsOf(url, Object.values(names))
  const said: Said[] = [
    version >= leastPostgres
      ? ok(`PostgreSQL ${shown}, signed in as "${login.name}".`)
      : warning(
          `PostgreSQL ${shown} is older than what Crossdock is tested with.`,
          `Move to ${leastPostgres} or later.`
        ),
  ]
  if (login.bypasses) {
    const says = `"${login.name}" is a superuser or has BYPASSRLS: row-level security, which keeps tenants apart, does not hold it.`
    said.push(
      production ? wrong(says, separate) : warning(`${says} Production refuses it.`, separate)
    )
  } else if (owns) {
    said.push(
      warning(
        `"${login.name}" owns the tables, and could take row-level security off them.`,
        separate
      )
    )
  }
  // Before the first start there is nothing to be kept apart.
  if (owns === null) return said
  if (open.length > 0) {
    said.push(
      wrong(
        `Row-level security is not forced on ${open.join(', ')}: nothing in the database keeps tenants apart there.`,
        'Start Crossdock once, which puts it up, and find out who took it off.'
      )
    )
  }
  const missing = Object.values(names).filter((name) => !roles.includes(name))
  if (missing.length > 0) {
    said.push(
      warning(
        `The roles ${missing.join(' and ')} are missing or may not be taken by "${login.name}": tenants' work and the operator's share one.`,
        'SECURITY.md shows how to make them.'
      )
    )
  }
  return said
}

async function factsOf(connectionString: string, roles: string[]): Promise<Facts> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as version,
         current_setting('server_version') as shown,
         (select pg_has_role(session_user, relowner, 'MEMBER') from pg_class
          where oid = to_regclass('public.tenants')) as owns,
         array(select c.relname::text from pg_class c
           join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
           where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
             and c.relowner = (select relowner from pg_class where oid = to_regclass('public.tenants'))
             and not (c.relrowsecurity and c.relforcerowsecurity)
             and obj_description(c.oid, 'pg_class') is distinct from $1 order by 1) as open,
         array(select rolname::text from pg_roles
           where rolname = any($2) and pg_has_role(session_user, oid, 'MEMBER')) as roles`,
      [keepsTexts, roles]
    )
    return rows[0]
  } finally {
    await client.end()
  }
}

/** More than this is told to people whose browsers and tokens go by it. */
const noticedMs = 2_000
const wrongMs = 60_000

/** The clock of this machine beside that of the database, where it is another one. */
export async function ofClock(settings: Settings): Promise<Said[]> {
  const { DATABASE_URL } = settings
  if (!DATABASE_URL) return [await ofStoredTimes(settings)]
  const client = new pg.Client({ connectionString: DATABASE_URL, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const before = clock.now()
    const { rows } = await client.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms'
    )
    const offMs = Math.round(rows[0]!.ms - (before + clock.now()) / 2)
    return [saidOfClock(offMs)]
  } finally {
    await client.end()
  }
}

/** SQLite has no clock of its own. A stored time in the future shows that the clock was ahead, or is behind now. */
async function ofStoredTimes(settings: Settings): Promise<Said> {
  const fine = ok(
    `The clock of this machine says ${clock.date().toISOString()}. No stored time is later.`
  )
  if (!existsSync(sqliteFile(settings))) return fine
  const at = await look(settings, async ({ ask, tables }) => {
    if (!['middleware_events', 'job_schedules'].every((table) => tables.has(table))) return null
    const [row] = await ask<{ at: string | null }>(newestStored)
    return row?.at
  }).catch(() => null)
  const says = laterThanNow(at)
  return says ? warning(says, 'Set the clock.') : fine
}

/** @param offMs how far the other clock is ahead */
export function saidOfClock(offMs: number): Said {
  const apart = Math.abs(offMs)
  if (apart < noticedMs)
    return ok(`The clocks of this machine and of the database are ${apart} ms apart.`)
  const says = `The clocks of this machine and of the database are ${Math.round(apart / 1000)} seconds apart.`
  const todo = 'Let both be set over the network (NTP).'
  return apart < wrongMs ? warning(says, todo) : wrong(says, todo)
}
