import { createRequire } from 'node:module'
import { join } from 'node:path'
import pg from 'pg'
import { newId } from '@crossdock/kernel/database'
import type { FreshDatabase } from '@crossdock/kernel/testing'

const require = createRequire(import.meta.url)

const columns =
  'id, tenant_id, created_at, parent_id, name, type, mime_type, size, version, metadata, updated_at'

function row(tenantId: string, parentId: string, index: number): unknown[] {
  const time = new Date(1_700_000_000_000 + index * 1000).toISOString()
  const type = index % 4 === 0 ? 'folder' : 'file'
  const name = `document ${String((index * 7919) % 1_000_003).padStart(7, '0')}.pdf`
  return [newId(), tenantId, time, parentId, name, type, 'application/pdf', index, 1, '{}', time]
}

/** Inserts `count` assets into one folder directly in the database, because only reading them is measured. */
export async function fillFolder(
  database: FreshDatabase,
  tenantId: string,
  parentId: string,
  count: number
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => row(tenantId, parentId, index))
  if (database.databaseUrl) return fillPostgres(database.databaseUrl, rows)
  const Database = require('better-sqlite3')
  const sqlite = new Database(join(database.dataDir, 'crossdock.sqlite3'))
  const insert = sqlite.prepare(`insert into assets (${columns}) values (?,?,?,?,?,?,?,?,?,?,?)`)
  sqlite.transaction(() => rows.forEach((values) => insert.run(...values)))()
  sqlite.close()
}

async function fillPostgres(databaseUrl: string, rows: unknown[][]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (let first = 0; first < rows.length; first += 1000) {
    const batch = rows.slice(first, first + 1000)
    const marks = batch.map(
      (values, index) => `(${values.map((_, column) => `$${index * values.length + column + 1}`)})`
    )
    await client.query(`insert into assets (${columns}) values ${marks.join(',')}`, batch.flat())
  }
  await client.query('analyze assets')
  await client.end()
}
