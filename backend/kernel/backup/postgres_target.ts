import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { clock } from '../ground/clock.js'
import { lockSpace } from '../database/advisory_locks.js'
import { restoringTable } from '../database/restoring.js'
import { quote } from '../database/wall/roles.js'
import type { CompleteSettings } from '../settings/index.js'
import { changedFile } from './copy_plugins.js'
import { hashFile } from './files.js'
import { restoreRunning, endOrphanedRestores, restoreName } from './orphaned_restores.js'
import { addressFor, assertFits, runProgram } from './postgres_program.js'
import { connectAsOwner, hasTable, ownerUrl } from './postgres_origin.js'
import { transientDeletes } from './sqlite_target.js'
import type { Target } from './target.js'

/**
 * Entries that are not restored. The next start creates the policies for the roles of this database. The others
 * are statements that only an owner or an administrator may run.
 */
const skippedEntries =
  /^\d+; \d+ \d+ (POLICY|ROW SECURITY|SCHEMA - public|COMMENT - (SCHEMA|EXTENSION)) /

const listPrefix = 'crossdock-restore-'
const oldMs = 60 * 60_000

/** @throws BackupRefused */
export async function postgresTarget(settings: CompleteSettings): Promise<Target> {
  const client = await connectAsOwner(settings)
  try {
    await assertFits('pg_restore', client)
    await claim(client)
    await endOrphanedRestores(client)
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    kind: 'postgres',
    async inUse() {
      const tables = (await tablesIn(client)).filter((name) => name !== restoringTable)
      return tables.length > 0 ? `the database "${client.database}" has tables` : null
    },
    wasInterrupted: () => hasTable(client, restoringTable),
    clear: () => clear(client),
    async begin() {
      // A starting server migrates under this lock. Waiting for it makes its tables visible here.
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1, 0)', [lockSpace.preparing])
      await client.query(
        `create table if not exists ${restoringTable} (began_at timestamptz not null)`
      )
      await client.query(`insert into ${restoringTable} values (now())`)
      await client.query('commit')
    },
    async restore(path, { path: name, size, sha256 }) {
      const found = await hashFile(path)
      if (found.size !== size || found.sha256 !== sha256) throw changedFile(name)
      await restoreDump(path, ownerUrl(settings))
      const existing = new Set(await tablesIn(client))
      for (const sql of transientDeletes) {
        if (existing.has(sql.split(' ').at(-1)!)) await client.query(sql)
      }
    },
    async finish() {
      await client.query(`drop table ${restoringTable}`)
    },
    close: () => client.end(),
  }
}

/** Claims the database until the session ends. Otherwise a second restore would treat this one as interrupted. */
async function claim(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ claimed: boolean }>(
    'select pg_try_advisory_lock($1, 0) as claimed',
    [lockSpace.restoring]
  )
  if (!rows[0]!.claimed) throw restoreRunning(client.database)
}

/** Restores the dump in one transaction, so that a failure leaves nothing behind. */
async function restoreDump(path: string, url: string): Promise<void> {
  await removeOldLists()
  const folder = await mkdtemp(join(tmpdir(), listPrefix))
  try {
    const contents = await runProgram('pg_restore', ['--list', path])
    const list = join(folder, 'contents')
    const lines = contents.split('\n').filter((line) => !skippedEntries.test(line))
    await writeFile(list, lines.join('\n'))
    const { dbname, env } = addressFor(url)
    await runProgram(
      'pg_restore',
      [
        '--no-owner',
        '--no-privileges',
        '--no-password',
        '--exit-on-error',
        '--single-transaction',
        `--use-list=${list}`,
        `--dbname=${dbname}`,
        path,
      ],
      { ...env, PGAPPNAME: restoreName }
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Removes the list files of killed restores. A program reads its list at the start, so a list older than an
 * hour is unused.
 */
async function removeOldLists(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(listPrefix)) continue
    const path = join(tmpdir(), name)
    const found = await stat(path).catch(() => null)
    if (!found || clock.now() - found.mtimeMs < oldMs) continue
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function tablesIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`
  )
  return rows.map(({ name }) => name)
}

/** Drops everything in its schema, except extensions and the mark of a running restore. */
async function clear(client: pg.Client): Promise<void> {
  for (const table of await tablesIn(client)) {
    if (table !== restoringTable)
      await client.query(`drop table if exists public.${quote(table)} cascade`)
  }
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  )
  for (const { name } of rows) await client.query(`drop function if exists ${name} cascade`)
}
