import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import { promisify } from 'node:util'
import pg from 'pg'
import { testDatabase } from '@crossdock/kernel/testing'

const require = createRequire(import.meta.url)

/** A higher load means that other programs are running. They distort figures and, to a lesser degree, ratios. */
const idleLoad = 0.5

/** When, where and how the measurement ran, and how to repeat it: a line of Markdown below the table. */
export async function environment(args: string[], begin: { load: number }): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD']).catch(
    () => ({ stdout: 'unknown' })
  )
  const gibibytes = Math.round(totalmem() / 2 ** 30)
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${gibibytes} GiB, ${type()} ${release()}`
  const prefix = testDatabase === 'pg' ? 'TEST_DATABASE=pg ' : ''
  const command = `${prefix}npm run bench${args.length > 0 ? ` -- ${args.join(' ')}` : ''}`
  const load = begin.load.toFixed(1)
  const idle = begin.load <= idleLoad ? `load ${load} before` : `NOT IDLE: load ${load} before`
  return [
    `\`${command}\` on ${new Date().toISOString().slice(0, 10)} at commit ${stdout.trim()}`,
    machine,
    `Node ${process.versions.node}`,
    await databaseVersion(),
    idle,
    ...(args.includes('--quick') ? ['--quick: NOT MEANINGFUL'] : []),
  ].join('; ')
}

export const loadNow = () => loadavg()[0]!

async function databaseVersion(): Promise<string> {
  if (testDatabase === 'sqlite') {
    const Database = require('better-sqlite3')
    const sqlite = new Database(':memory:')
    const { version } = sqlite.prepare('select sqlite_version() as version').get()
    sqlite.close()
    return `SQLite ${version}`
  }
  const url = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync`
  )
  await client.end()
  return `PostgreSQL ${rows[0].version} (fsync ${rows[0].fsync})`
}
