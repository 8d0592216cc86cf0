import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { Pool } from 'undici'
import { options, serve } from './process.js'
import { postgresStore } from './runs_postgres.js'
import { sqliteStore } from './runs_sqlite.js'
import type { Source } from './source.js'
import type { Run, Called } from './store.js'

/*
 * Durable runs, written without the product: node:http, better-sqlite3 or pg, undici. `POST /run?steps=1` is
 * acknowledged when the run is on disk. Each step's start is on disk before its call. Its end is stored together
 * with the start of the next step. Stored are the run, its steps, its calls with request and answer, an event
 * for the start and one for the end, and a job to continue after a crash. There is one tenant, one person and
 * one flow. Nothing is masked, metered, limited or shown.
 */
const { source, partner } = options<{ source: Source; partner: string }>()

const store = await ('databaseUrl' in source ? postgresStore(source) : sqliteStore(source))
const pool = new Pool(partner, { connections: 64 })
const token = createHash('sha256').update('the one token there is').digest('hex')

async function execute(run: Run): Promise<void> {
  let before: Called | undefined
  for (let step = 0; step < run.steps; step++) {
    const request = JSON.stringify({ run: run.executionId })
    if (before) await store.goOn(run, step, before, request)
    else await store.begin(run, step, request)
    before = await call(run, step, request)
  }
  await store.finish(run, before!)
}

async function call(run: Run, step: number, request: string): Promise<Called> {
  const begin = performance.now()
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': `${run.executionId}:${step}`,
  }
  const answered = await pool.request({ method: 'POST', path: '/', headers, body: request })
  const answer = JSON.stringify(JSON.parse(await answered.body.text()))
  const milliseconds = Math.round(performance.now() - begin)
  return { request, status: answered.statusCode, answer, milliseconds }
}

async function read(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}

serve(
  createServer(async (request, response) => {
    const given = String(request.headers.authorization).slice('Bearer '.length)
    if (createHash('sha256').update(given).digest('hex') !== token) {
      response.writeHead(401).end()
      return
    }
    JSON.parse(await read(request))
    const steps = Number(new URL(request.url!, 'http://limit').searchParams.get('steps') ?? 1)
    const run = { id: randomUUID(), executionId: randomUUID(), steps, startedAt: Date.now() }
    await store.accept(run)
    response.writeHead(202, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: run.id, executionId: run.executionId, status: 'started' }))
    await execute(run)
  })
)
