import { join } from 'node:path'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { backupSetting } from '../database/wall/tenant_setting.js'
import type { Settings } from '../settings/index.js'
import { keepFile } from './files.js'
import { addressFor, assertFits, runProgram } from './postgres_program.js'
import { BackupRefused } from './refused.js'
import { holdMs, outcomeStatement, queries, type NamedPack, type Origin } from './snapshot.js'

const name = 'database.dump'
const connectMs = 10_000
/** Lets the session read the rows of all tenants. Only the owner of the tables may do this. */
const sessionOptions = `-c ${backupSetting}=on`

/** URL of the login that owns the tables. */
export const ownerUrl = ({ DATABASE_URL, MIGRATION_DATABASE_URL }: Settings): string =>
  MIGRATION_DATABASE_URL ?? DATABASE_URL!

export async function connectAsOwner(settings: Settings): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: ownerUrl(settings),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    options: sessionOptions,
  })
  // The statement that fails reports the error.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** @throws BackupRefused */
export async function postgresOrigin(settings: Settings): Promise<Origin> {
  const holder = await connectAsOwner(settings)
  // Checked before anything is written: if row-level security limits the login, it cannot even write the hold.
  await readsAll(holder).catch(async (error: unknown) => {
    await holder.end()
    throw error
  })
  const id = uuid()
  return {
    async hold() {
      if (!(await hasTable(holder, 'content_holds'))) return
      await holder.query('delete from content_holds where expires_at < now()')
      await holder.query(
        `insert into content_holds (id, expires_at) values ($1, now() + $2 * interval '1 millisecond')
         on conflict (id) do update set expires_at = excluded.expires_at`,
        [id, holdMs]
      )
    },
    async copy(folder) {
      await assertFits('pg_dump', holder)
      const reader = await connectAsOwner(settings)
      try {
        return await copyWith(reader, ownerUrl(settings), folder)
      } finally {
        await reader.end()
      }
    },
    async note(outcome) {
      if (!(await hasTable(holder, 'backups'))) return
      const { sql, values } = outcomeStatement(outcome, (at) => `$${at}`)
      await holder.query(sql, values)
    },
    async close() {
      try {
        const isKnown = await hasTable(holder, 'content_holds')
        if (isKnown) await holder.query('delete from content_holds where id = $1', [id])
      } finally {
        await holder.end()
      }
    },
  }
}

/** Makes the dump from the reader's snapshot, so that both see the same rows. */
async function copyWith(reader: pg.Client, url: string, folder: string) {
  await reader.query('set idle_in_transaction_session_timeout = 0')
  await reader.query('begin isolation level repeatable read, read only')
  if (!(await hasTable(reader, 'content_chunks'))) {
    throw new BackupRefused('The database has no tables yet.')
  }
  const bypasses = await readsAll(reader)
  const { rows: snapshots } = await reader.query<{ snapshot: string; now: string }>(
    'select pg_export_snapshot() as snapshot, now() as now'
  )
  const { snapshot, now: takenAt } = snapshots[0]!
  const { rows: migrations } = await reader.query<{ name: string }>(queries.migrations)
  const { rows: packs } = await reader.query<NamedPack>(queries.packs)
  const path = join(folder, name)
  const { dbname, env } = addressFor(url)
  await runProgram(
    'pg_dump',
    [
      '--format=custom',
      '--no-password',
      `--snapshot=${snapshot}`,
      '--schema=public',
      '--extension=*',
      `--file=${path}`,
      ...(bypasses ? [] : ['--enable-row-security']),
      `--dbname=${dbname}`,
    ],
    { ...env, PGOPTIONS: sessionOptions }
  )
  return {
    takenAt: new Date(takenAt).toISOString(),
    migrations: migrations.map((row) => row.name),
    packs: packs.map(({ tenant, pack, end }) => ({ tenant, pack, end: Number(end) })),
    file: { path: name, ...(await keepFile(path)) },
  }
}

/**
 * Checks that row-level security hides no rows. Hidden rows would be missing from the backup without notice.
 * @returns whether the login bypasses all policies
 * @throws BackupRefused when a policy hides rows from the login
 */
async function readsAll(reader: pg.Client): Promise<boolean> {
  const { rows } = await reader.query<{ login: string; bypasses: boolean; hidden: string[] }>(
    `select current_user as login, rolsuper or rolbypassrls as bypasses,
       array(
         select c.relname::text from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
           and not exists (
             select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
               and p.policyname = 'dumped_rows' and current_user = any(p.roles))
       ) as hidden
     from pg_roles where rolname = current_user`
  )
  const { login, bypasses, hidden } = rows[0]!
  if (bypasses) return true
  const { rows: settings } = await reader.query<{ is: string | null }>(
    `select current_setting('${backupSetting}', true) as is`
  )
  if (settings[0]!.is !== 'on') {
    throw new BackupRefused(
      'The database URL leads to a pooler that drops session options. Set MIGRATION_DATABASE_URL to the address of PostgreSQL itself.'
    )
  }
  if (hidden.length === 0) return false
  throw new BackupRefused(
    `Row-level security hides rows of ${hidden.join(', ')} from "${login}". Start this version of Crossdock once, or set MIGRATION_DATABASE_URL to the login that owns the tables.`
  )
}

export async function hasTable(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.' || quote_ident($1)) is not null as there`,
    [table]
  )
  return rows[0]!.there
}
