import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import { send, TestAgent } from '../../plugins/agents/tests/agent_lab.js'
import { closedLoop } from './closed_loop.js'
import type { OnceOptions } from './lines/once_options.js'
import type { Line } from './report.js'
import { quantile } from './statistics.js'
import { startSubject } from './subject.js'

/** A server accepts 512 connections per address, so a fleet is spread over several addresses. */
const perAddress = 250
const enrolledAtOnce = 8
const mostMB = 400
const mostDeliveryMs = 1_000
const mostReturnSeconds = 90
const mostPerSecond = 100

/**
 * Measures a fleet of agents on one server process: its memory, the delivery time of a command, and the
 * reconnection after a restart.
 */
export async function benchAgents({ quick }: OnceOptions): Promise<Line[]> {
  const count = quick ? 200 : 2_000
  const subject = await startSubject()
  const { server, token } = subject
  const fleet: Member[] = []
  const lanes = Array.from({ length: enrolledAtOnce }, async (_, lane) => {
    for (let at = lane; at < count; at += enrolledAtOnce) {
      const member = new Member(
        server.url,
        `Desk ${at}`,
        `127.0.0.${2 + Math.floor(at / perAddress)}`
      )
      await member.join(token)
      fleet.push(member)
    }
  })
  await Promise.all(lanes)
  const empty = residentMB(server.pid)
  await Promise.all(fleet.map((member) => member.stay()))
  const full = residentMB(server.pid)

  const delivered: number[] = []
  let next = 0
  await closedLoop({
    lanes: 4,
    seconds: quick ? 2 : 10,
    async work() {
      const member = fleet[next++ % fleet.length]!
      const begin = performance.now()
      const arrived = member.nextCommand()
      await send(server.url, token, member.enrolled.clientId)
      delivered.push((await arrived) - begin)
    },
  })

  for (const member of fleet) member.isBack = Promise.withResolvers<number>()
  await server.stop()
  await server.start()
  const begin = performance.now()
  const back = await Promise.all(fleet.map(({ isBack }) => isBack!.promise))
  const seconds = (Math.max(...back) - begin) / 1_000
  const bySecond = Map.groupBy(back, (at) => Math.floor((at - begin) / 1_000))
  const busiest = Math.max(...[...bySecond.values()].map(({ length }) => length))

  for (const member of fleet) member.end()
  await subject.close()
  const p95 = quantile(delivered, 0.95)
  const about = `${count} agents on one process`
  return [
    {
      what: `${about}, resident memory`,
      ours: `${full} MB`,
      yardstick: `${empty} MB before they connect`,
      ratio: '',
      target: `at most ${mostMB} MB`,
      holds: full <= mostMB,
    },
    {
      what: `${about}, command sent to delivered, P95 of ${delivered.length}`,
      ours: `${p95.toFixed(0)} ms`,
      yardstick: `P50 ${quantile(delivered, 0.5).toFixed(0)} ms`,
      ratio: '',
      target: `at most ${mostDeliveryMs} ms`,
      holds: p95 <= mostDeliveryMs,
    },
    {
      what: `${about}, all back after a restart`,
      ours: `${seconds.toFixed(0)} s`,
      yardstick: `at most ${busiest} in a second`,
      ratio: '',
      target: `at most ${mostReturnSeconds} s, ${mostPerSecond} in a second`,
      holds: seconds <= mostReturnSeconds && busiest <= mostPerSecond,
    },
  ]
}

function residentMB(pid: number): number {
  const [, kB] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Math.round(Number(kB) / 1_024)
}

/** An agent that reconnects like the real program: with full jitter, or when the server says. */
class Member extends TestAgent {
  isBack: PromiseWithResolvers<number> | undefined
  #isOver = false
  #tries = 0
  #arrived: ((at: number) => void) | undefined

  constructor(
    url: string,
    name: string,
    private readonly address: string
  ) {
    super(url, name)
  }

  /** Connects, and stays connected until the end. Resolves after the welcome message. */
  stay(): Promise<void> {
    return new Promise((resolve) => {
      const open = () => {
        let waitMs = Math.random() * Math.min(30_000, 1_000 * 2 ** this.#tries++)
        const socket = new WebSocket(
          `${this.url.replace('http', 'ws')}/api/desktop-agents/connect`,
          {
            headers: this.bearer.headers,
            localAddress: this.address,
          }
        )
        this.socket = socket
        socket.on('open', () => this.hello())
        socket.on('message', (data) => {
          const message = JSON.parse(String(data)) as { type: string }
          if (message.type === 'welcome') {
            this.#tries = 0
            this.isBack?.resolve(performance.now())
            resolve()
          } else if (message.type === 'command') {
            this.#arrived?.(performance.now())
            this.finish(message as never)
          }
        })
        socket.on('unexpected-response', (_, { headers }) => {
          waitMs = (Number(headers['retry-after'] ?? 0) + 4 * Math.random()) * 1_000
          socket.terminate()
        })
        socket.on('error', () => undefined)
        socket.on('close', () => void (this.#isOver || setTimeout(open, waitMs)))
      }
      open()
    })
  }

  nextCommand(): Promise<number> {
    return new Promise((resolve) => (this.#arrived = resolve))
  }

  end(): void {
    this.#isOver = true
    this.leave()
  }
}
