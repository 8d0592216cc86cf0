import { createRequire } from 'node:module'
import { join } from 'node:path'
import pg from 'pg'
import type { FreshDatabase } from '@crossdock/kernel/testing'
import { generousLimits } from './generous_limits.js'

const require = createRequire(import.meta.url)

/**
 * Gives every existing tenant limits that no benchmark or test reaches. Call it before the first request in a
 * tenant.
 */
export async function raiseLimits(
  { databaseUrl, dataDir }: FreshDatabase,
  ofPlugins?: Record<string, number>
): Promise<void> {
  const changes = Object.entries(generousLimits).map(([column, limit]) => `${column} = ${limit}`)
  if (ofPlugins) changes.push(`limits = '${JSON.stringify(ofPlugins)}'`)
  const sql = `update tenant_environments set ${changes.join(', ')}`
  if (!databaseUrl) {
    const Database = require('better-sqlite3')
    const sqlite = new Database(join(dataDir, 'crossdock.sqlite3'), { timeout: 10_000 })
    sqlite.exec(sql)
    sqlite.close()
    return
  }
  // The login that created the database is not restricted by policies.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(sql)
  await client.end()
}
