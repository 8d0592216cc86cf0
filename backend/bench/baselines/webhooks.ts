import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { GroupFlush } from './group_flush.js'
import { options, serve } from './process.js'
import { openSqlite } from './sqlite.js'
import type { Source } from './source.js'

/*
 * A hand-written receiver: verifies the signature of the received bytes, and stores request, run and job in one
 * transaction before it answers 202. A unique index detects repeated messages.
 */
const { source, secret } = options<{ source: Source; secret: string }>()

const tables = [
  'create table if not exists limit_requests (id text primary key, message text unique, headers text, body text, at text)',
  'create table if not exists limit_hook_runs (id text primary key, request text, state text, data text, at text)',
  'create table if not exists limit_hook_jobs (id text primary key, run text, state text, at text)',
]
const inserts = [
  'insert into limit_requests values (?, ?, ?, ?, ?)',
  'insert into limit_hook_runs values (?, ?, ?, ?, ?)',
  'insert into limit_hook_jobs values (?, ?, ?, ?)',
]

type Rows = readonly (readonly string[])[]

async function openStore(): Promise<(rows: Rows) => Promise<void>> {
  if ('sqliteFile' in source) {
    const sqlite = openSqlite(source.sqliteFile)
    for (const table of tables) sqlite.exec(table)
    const statements = inserts.map((sql) => sqlite.prepare(sql))
    const store = sqlite.transaction((rows: Rows) =>
      rows.forEach((values, at) => statements[at]!.run(...values))
    )
    const log = new GroupFlush(`${source.sqliteFile}-wal`)
    return async (rows) => {
      store(rows)
      await log.sync()
    }
  }
  const pool = new pg.Pool({ connectionString: source.databaseUrl, max: 10 })
  for (const table of tables) await pool.query(table)
  return async (rows) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      for (const [at, values] of rows.entries()) {
        let number = 0
        const text = inserts[at]!.replace(/\?/g, () => `$${++number}`)
        await client.query({ name: `hook_${at}`, text, values: [...values] })
      }
      await client.query('commit')
    } finally {
      client.release()
    }
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const store = await openStore()
serve(
  createServer(async (request, response) => {
    const body = await bytesOf(request)
    const given = Buffer.from(String(request.headers['x-hub-signature-256']).slice(7), 'hex')
    const right = createHmac('sha256', secret).update(body).digest()
    if (given.length !== right.length || !timingSafeEqual(given, right)) {
      return void response.writeHead(401).end()
    }
    const [id, run, at] = [randomUUID(), randomUUID(), new Date().toISOString()]
    const text = body.toString()
    const headers = JSON.stringify(request.headers)
    const data = JSON.stringify({ headers: request.headers, body: JSON.parse(text) })
    await store([
      [id, String(request.headers['x-github-delivery']), headers, text, at],
      [run, id, 'started', data, at],
      [randomUUID(), run, 'waiting', at],
    ])
    response.writeHead(202, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ requestId: id, executionId: run }))
  })
)
