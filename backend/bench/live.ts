import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { call, testDatabase, until, type Caller } from '@crossdock/kernel/testing'
import { median } from './load.js'
import type { Line } from './report.js'

const streams = 1_000
const events = 20
/** How many connections are opened at a time. */
const openedAtOnce = 25
/** The cost of idle streams includes heartbeats and permission checks. */
const restMs = 35_000
const target = 60

interface Server {
  url: string
  admin: Caller
  token: Caller
}

/**
 * The memory of 1,000 idle feeds and 1,000 idle channels in one process, and the time until all feeds get an
 * event.
 */
export async function benchLive(): Promise<Line[]> {
  const child = fork(fileURLToPath(new URL('live_server.ts', import.meta.url)), {
    execArgv: [...process.execArgv, '--expose-gc'],
  })
  const server = await messageOf<Server>(child, 'url')
  // The first feed and channel load code that all share.
  const seen = { events: 0 }
  const first = await openFeed(server, seen)
  const talk = await openChannel(server)
  await delay(restMs)
  const before = await memory(child)
  const feeds = [first, ...(await openMany(() => openFeed(server, seen)))]
  await delay(restMs)
  const withFeeds = await memory(child)
  const channels = [talk, ...(await openMany(() => openChannel(server)))]
  await delay(restMs)
  const withChannels = await memory(child)

  const waits: number[] = []
  for (let at = 0; at < events; at++) {
    seen.events = 0
    const name = `Folder ${at}`
    await call(server.url, 'POST', '/api/assets', {
      as: server.admin,
      body: { name, type: 'folder' },
    })
    const acknowledged = performance.now()
    await until('all feeds to get the event', () => seen.events >= streams)
    waits.push(performance.now() - acknowledged)
  }
  for (const feed of feeds) feed.destroy()
  for (const channel of channels) channel.terminate()
  child.send('end')
  await once(child, 'exit')
  return [
    memoryLine(`${streams} idle feeds`, withFeeds - before),
    memoryLine(`${streams} idle channels more`, withChannels - withFeeds),
    {
      what: `event acknowledged to received by the last of ${streams} feeds (${testDatabase})`,
      ours: `${median(waits).toFixed(0)} ms`,
      yardstick: `slowest of ${events}: ${Math.max(...waits).toFixed(0)} ms`,
      ratio: '',
      target: '',
      holds: true,
    },
  ]
}

const memoryLine = (what: string, mebibytes: number): Line => ({
  what: `${what}, resident memory of the process (${testDatabase})`,
  ours: `${mebibytes.toFixed(0)} MiB`,
  yardstick: '',
  ratio: '',
  target: `${target} MB`,
  holds: mebibytes * 1.048576 <= target,
})

async function openMany<Opened>(open: () => Promise<Opened>): Promise<Opened[]> {
  const opened: Opened[] = []
  while (opened.length < streams - 1) {
    const more = Math.min(openedAtOnce, streams - 1 - opened.length)
    opened.push(...(await Promise.all(Array.from({ length: more }, open))))
  }
  return opened
}

async function openFeed(server: Server, seen: { events: number }): Promise<IncomingMessage> {
  const asked = request(new URL('/api/events/stream', server.url), {
    agent: false,
    headers: server.token.headers,
  }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`A feed was answered ${response.statusCode}.`)
  response.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('folder_create')) seen.events++
  })
  response.on('error', () => undefined)
  return response
}

async function openChannel(server: Server): Promise<WebSocket> {
  const address = `${server.url.replace('http', 'ws')}/api/talk`
  const socket = new WebSocket(address, { headers: server.token.headers })
  await once(socket, 'open')
  return socket
}

/** The child's next message of a kind. AdonisJS sends its own messages. */
async function messageOf<Message extends object>(
  child: ChildProcess,
  key: string
): Promise<Message> {
  for (;;) {
    const [message] = (await once(child, 'message')) as [Message | string]
    if (typeof message === 'object' && key in message) return message
  }
}

async function memory(child: ChildProcess): Promise<number> {
  const found: number[] = []
  for (let at = 0; at < 3; at++) {
    child.send('memory')
    const { rss } = await messageOf<{ rss: number }>(child, 'rss')
    found.push(rss / 1024 / 1024)
    await delay(1_000)
  }
  return median(found)
}
