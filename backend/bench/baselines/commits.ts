import { randomUUID } from 'node:crypto'
import { closedLoop } from '../closed_loop.js'
import { GroupFlush } from './group_flush.js'
import { answer, options } from './process.js'
import { openSqlite } from './sqlite.js'
import { connect, type Source } from './source.js'

/*
 * Bare durable commits: each lane repeatedly inserts one small row and waits until it is on disk. Concurrent
 * commits share one flush (PostgreSQL does this automatically).
 */
const { source } = options<{ source: Source }>()
const body = 'x'.repeat(200)
const sql = 'insert into limit_rows values (?, ?)'
const made = 'create table if not exists limit_rows (id text primary key, body text)'

async function setUp(): Promise<void> {
  if ('sqliteFile' in source) return openSqlite(source.sqliteFile).exec(made)
  const once = connect(source)
  await once.prepare(made)()
  await once.close()
}

function prepareCommit(): () => Promise<unknown> {
  if ('databaseUrl' in source) {
    const insert = connect(source).prepare(sql)
    return () => insert(randomUUID(), body)
  }
  const insert = openSqlite(source.sqliteFile).prepare(sql)
  const log = new GroupFlush(`${source.sqliteFile}-wal`)
  return () => {
    insert.run(randomUUID(), body)
    return log.sync()
  }
}

await setUp()
const commit = prepareCommit()
answer<{ lanes: number; seconds: number }>(({ lanes, seconds }) =>
  closedLoop({ lanes, seconds, work: commit })
)
