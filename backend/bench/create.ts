import { createRequire } from 'node:module'
import { join } from 'node:path'
import pg from 'pg'
import { testDatabase } from '@crossdock/kernel/testing'
import { load, paired } from './load.js'
import type { Line } from './report.js'
import { startSubject, type Subject } from './subject.js'

const require = createRequire(import.meta.url)
const samples = 2000

/** Durable single-row commits per second of the bare database: what no server can pass. */
async function commitsPerSecond({ database }: Subject): Promise<number> {
  if (database.databaseUrl) {
    const pool = new pg.Pool({ connectionString: database.databaseUrl, max: 10 })
    await pool.query('create table if not exists bench_rows (id text primary key, body text)')
    const started = performance.now()
    await Promise.all(
      Array.from({ length: samples }, () =>
        pool.query('insert into bench_rows values ($1, $2)', [crypto.randomUUID(), 'x'.repeat(200)])
      )
    )
    const seconds = (performance.now() - started) / 1000
    await pool.end()
    return samples / seconds
  }
  const Database = require('better-sqlite3')
  const sqlite = new Database(join(database.dataDir, 'bench.sqlite3'))
  sqlite.exec('pragma journal_mode = WAL; pragma synchronous = FULL')
  sqlite.exec('create table if not exists bench_rows (id text primary key, body text)')
  const insert = sqlite.prepare('insert into bench_rows values (?, ?)')
  const started = performance.now()
  for (let index = 0; index < samples; index++) insert.run(crypto.randomUUID(), 'x'.repeat(200))
  const seconds = (performance.now() - started) / 1000
  sqlite.close()
  return samples / seconds
}

/** Creating one item with its event and its line in the activity feed. */
export async function benchCreate(): Promise<Line[]> {
  const subject = await startSubject()
  let number = 0
  const measured = await paired(
    async () => {
      const result = await load({
        url: `${subject.server.url}/api/assets`,
        method: 'POST',
        headers: { ...subject.token.headers, 'content-type': 'application/json' },
        setupClient(client) {
          const next = () =>
            client.setBody(JSON.stringify({ name: `folder ${number++}`, type: 'folder' }))
          next()
          client.on('response', next)
        },
      })
      return result.perSecond
    },
    () => commitsPerSecond(subject)
  )
  await subject.close()
  return [
    {
      what: `create one item with event and activity, c=10 (${testDatabase})`,
      ours: `${Math.round(measured.ours)}/s`,
      yardstick: `bare durable commits: ${Math.round(measured.yardstick)}/s`,
      ratio: measured.ratio.toFixed(2),
      target:
        testDatabase === 'pg'
          ? '806/s (2x Directus, seen elsewhere)'
          : '764/s (4x Directus, seen elsewhere)',
      holds: measured.ours >= (testDatabase === 'pg' ? 806 : 764),
    },
  ]
}
