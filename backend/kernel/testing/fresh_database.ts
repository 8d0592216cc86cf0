import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Database and data folder of a test application; `remove` deletes both. */
export interface FreshDatabase {
  dataDir: string
  /** undefined on SQLite. */
  databaseUrl?: string
  remove(): Promise<void>
}

/** The database the suite runs on: TEST_DATABASE=sqlite (default) or pg. */
export const testDatabase = process.env.TEST_DATABASE === 'pg' ? 'pg' : 'sqlite'

const serverUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * A server started for this run and stopped with it (see bootstrap/cluster.mjs). It runs PostgreSQL 15 or
 * newer.
 */
const isOwnCluster = process.env.TEST_CLUSTER === 'own'

/** Databases no longer needed. Dropping one waits for a checkpoint, so that is done at the end. */
const left = new Set<string>()

/** Called at the end of a test program. Databases of the run's own server are removed with the server. */
export async function dropLeftDatabases(): Promise<void> {
  for (const name of isOwnCluster ? [] : left) {
    await onServer(`drop database if exists ${name} with (force)`)
    await onServer(`drop role if exists ${name}_tenant, ${name}_operator`)
  }
  left.clear()
}

const fileIn = (folder: string) => join(folder, 'crossdock.sqlite3')

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** A database of the suite's kind, empty or a copy of an unused one, and an empty data folder. */
export async function freshDatabase(template?: FreshDatabase): Promise<FreshDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'crossdock-test-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  if (testDatabase === 'sqlite') {
    if (template) await copyFile(fileIn(template.dataDir), fileIn(dataDir))
    return { dataDir, remove: removeFolder }
  }
  const name = `crossdock_test_${randomBytes(6).toString('hex')}`
  const copied = template
    ? ` template ${new URL(template.databaseUrl!).pathname.slice(1)}${isOwnCluster ? ' strategy file_copy' : ''}`
    : ''
  await onServer(`create database ${name}${copied}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    dataDir,
    databaseUrl: url.href,
    async remove() {
      left.add(name)
      await removeFolder()
    },
  }
}
