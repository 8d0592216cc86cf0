import { createHmac } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { call, testDatabase } from '@crossdock/kernel/testing'
import { GroupFlush } from './baselines/group_flush.js'
import { openSqlite } from './baselines/sqlite.js'
import type { Line } from './report.js'
import { startSubject, type Subject } from './subject.js'

const subscribers = Number(process.env.BENCH_SUBSCRIBERS ?? 100)
const events = Number(process.env.BENCH_EVENTS ?? 100)
/** Pause between two events, so that latency is measured instead of queueing. */
const everyMs = Number(process.env.BENCH_EVERY_MS ?? 500)
const burst = Number(process.env.BENCH_BURST ?? 50)
/** Concurrent sends of the hand-written sender: up to four for each of twenty subscribers. */
const atOnce = 80
const few = 20

/**
 * Deliveries to 100 subscribers, one of which never answers: the delay of the others. Then the maximum rate to
 * 20, compared with a hand-written sender that stores each delivery and its outcome on disk.
 */
export async function benchWebhooks(): Promise<Line[]> {
  let arrived = (_path: string, _name: string): void => undefined
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      if (request.url === '/dead') return
      arrived(request.url!, JSON.parse(body).data.name)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const subject = await startSubject({ EGRESS_ALLOW: `127.0.0.1/32:${port}` })
  const ids = await subscribe(subject, port)

  const created = new Map<string, number>()
  const waits: number[] = []
  arrived = (_path, name) => void waits.push(performance.now() - created.get(name)!)
  for (let at = 0; at < events; at++) {
    await createFolder(subject, `paced ${at}`, created)
    await delay(everyMs)
  }
  while (waits.length < events * (subscribers - 1)) await delay(50)

  for (const id of ids.slice(few + 1)) await remove(subject, id)
  await remove(subject, ids[0]!)
  let count = 0
  arrived = () => void count++
  const began = performance.now()
  for (let at = 0; at < burst; at++) await createFolder(subject, `burst ${at}`, created)
  while (count < burst * few) await delay(20)
  const ours = count / ((performance.now() - began) / 1000)
  await subject.close()
  const lines = [latencyResult(waits)]
  if (testDatabase === 'sqlite') {
    count = 0
    lines.push(burstResult(ours, await runBaselineSender(port, burst * few)))
  }
  receiver.closeAllConnections()
  receiver.close()
  return lines
}

/** Subscribes endpoints to events. The first endpoint never answers. */
async function subscribe({ server, token }: Subject, port: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < subscribers; at++) {
    const url = `http://127.0.0.1:${port}/${at === 0 ? 'dead' : at}`
    const body = { name: `Subscriber ${at}`, url, eventTypes: ['folder_create'] }
    const reply = await call<{ id: string }>(server.url, 'POST', '/api/webhooks', {
      as: token,
      body,
    })
    if (reply.status !== 201) throw new Error(`A webhook: ${reply.status}`)
    ids.push(reply.body.id)
  }
  return ids
}

async function createFolder(
  { server, token }: Subject,
  name: string,
  created: Map<string, number>
) {
  created.set(name, performance.now())
  const body = { name, type: 'folder', parentId: null }
  const { status } = await call(server.url, 'POST', '/api/assets', { as: token, body })
  if (status !== 201) throw new Error(`A folder: ${status}`)
}

const remove = ({ server, token }: Subject, id: string) =>
  call(server.url, 'DELETE', `/api/webhooks/${id}`, { as: token })

/**
 * Stores each delivery, sends it signed, and stores its outcome. The outcome is on disk before the next
 * delivery.
 * @returns deliveries per second
 */
async function runBaselineSender(port: number, total: number): Promise<number> {
  const file = join(tmpdir(), `crossdock-sender-${process.pid}.sqlite3`)
  const sqlite = openSqlite(file)
  sqlite.exec('create table deliveries (id integer primary key, body text, status integer)')
  const insert = sqlite.prepare('insert into deliveries values (?, ?, null)')
  const update = sqlite.prepare('update deliveries set status = ? where id = ?')
  const log = new GroupFlush(`${file}-wal`)
  let next = 0
  const work = async () => {
    for (let id = next++; id < total; id = next++) {
      const body = JSON.stringify({ type: 'folder_create', data: { name: `hand ${id}` } })
      insert.run(id, body)
      await log.sync()
      const signature = createHmac('sha256', 'secret').update(`${id}.0.${body}`).digest('base64')
      const headers = { 'webhook-signature': `v1,${signature}`, 'content-type': 'application/json' }
      const url = `http://127.0.0.1:${port}/${id % few}`
      const { status } = await fetch(url, { method: 'POST', headers, body })
      update.run(status, id)
      await log.sync()
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: atOnce }, work))
  const rate = total / ((performance.now() - began) / 1000)
  sqlite.close()
  for (const ending of ['', '-wal', '-shm']) await rm(file + ending, { force: true })
  return rate
}

function latencyResult(waits: number[]): Line {
  const sorted = waits.sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!
  return {
    what: `${subscribers * events} deliveries to ${subscribers} subscribers, one dead, an event each ${everyMs} ms: from the request to the others, P95 (${testDatabase})`,
    ours: `${at(0.95).toFixed(0)} ms`,
    yardstick: `P50 ${at(0.5).toFixed(0)} ms, slowest of ${sorted.length} ${at(1).toFixed(0)} ms`,
    ratio: '',
    target: '2000 ms',
    holds: at(0.95) <= 2000,
  }
}

const burstResult = (ours: number, limit: number): Line => ({
  what: `${burst * few} durable deliveries to ${few} subscribers at once (${testDatabase})`,
  ours: `${ours.toFixed(0)}/s`,
  yardstick: `hand-written sender ${limit.toFixed(0)}/s`,
  ratio: (ours / limit).toFixed(2),
  target: '0.5',
  holds: ours / limit >= 0.5,
})
