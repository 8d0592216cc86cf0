import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Where a test application keeps everything; `remove` leaves nothing behind. */
export interface FreshDatabase {
  dataDir: string
  /** undefined on SQLite. */
  databaseUrl?: string
  remove(): Promise<void>
}

/** The database the suite runs on: TEST_DATABASE=sqlite (default) or pg. */
export const testDatabase = process.env.TEST_DATABASE === 'pg' ? 'pg' : 'sqlite'

const serverUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

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

/** A database of the suite's kind, empty or a copy of one that nobody uses, and an empty data folder. */
export async function freshDatabase(template?: FreshDatabase): Promise<FreshDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'crossdock-test-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  if (testDatabase === 'sqlite') {
    if (template) await copyFile(fileIn(template.dataDir), fileIn(dataDir))
    return { dataDir, remove: removeFolder }
  }
  const name = `crossdock_test_${randomBytes(6).toString('hex')}`
  const copied = template ? ` template ${new URL(template.databaseUrl!).pathname.slice(1)}` : ''
  await onServer(`create database ${name}${copied}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    dataDir,
    databaseUrl: url.href,
    async remove() {
      await onServer(`drop database if exists ${name} with (force)`)
      await onServer(`drop role if exists ${name}_tenant, ${name}_operator`)
      await removeFolder()
    },
  }
}
