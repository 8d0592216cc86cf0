import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { call } from '@crossdock/kernel/testing'
import { Machine } from '../../plugins/agents/program/tests/machine.js'
import type { OnceOptions } from './lines/once_options.js'
import type { Line } from './report.js'
import { startSubject, type Subject } from './subject.js'

const run = promisify(execFile)
const MiB = 1024 * 1024

/** Counts the bytes between an agent and its server. */
async function meter(port: number) {
  let bytes = 0
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('data', (piece) => (bytes += piece.length)).pipe(other)
      one.on('error', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    since: (before: number) => bytes - before,
    get bytes() {
      return bytes
    },
    close: () => server.close(),
  }
}

/** Creates files of 1 to 20 KiB in folders of 100. */
async function smallFiles(folder: string, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const path = join(folder, `folder ${Math.floor(at / 100)}`, `file ${at}.bin`)
    if (at % 100 === 0) await mkdir(dirname(path), { recursive: true })
    await writeFile(path, randomBytes(1024 + ((at * 7919) % (19 * 1024))))
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return (performance.now() - begin) / 1_000
}

async function rsync(from: string, ...more: string[]): Promise<number | undefined> {
  if (!existsSync('/usr/bin/rsync')) return undefined
  const to = await mkdtemp(join(tmpdir(), 'crossdock-rsync-'))
  try {
    return await timed(() => run('rsync', ['-a', ...more, `${from}/`, to]))
  } finally {
    await rm(to, { recursive: true, force: true })
  }
}

function residentMB(pid: number): number {
  const [, kB] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Math.round(Number(kB) / 1_024)
}

/** Two agents and a server. */
class Fleet {
  private constructor(
    readonly subject: Subject,
    readonly wire: Awaited<ReturnType<typeof meter>>,
    readonly here: Machine,
    readonly there: Machine
  ) {}

  static async start(): Promise<Fleet> {
    const subject = await startSubject()
    const { server, token } = subject
    const wire = await meter(Number(new URL(server.url).port))
    const here = await Machine.enrolled(server.url, token, wire.url)
    const there = await Machine.enrolled(server.url, token)
    return new Fleet(subject, wire, here, there)
  }

  async bind(machine: Machine, name: string): Promise<void> {
    const { status, body } = await call(
      ...([this.subject.server.url, 'POST', '/api/sync-contracts'] as const),
      {
        as: this.subject.token,
        body: {
          name,
          sourceType: 'local_folder',
          targetType: 'asset_folder',
          sourceConfig: { path: machine.folder, clientId: machine.identity.clientId },
          targetConfig: { path: '/Bench' },
          syncRules: { bidirectional: true },
        },
      }
    )
    if (status >= 300) throw new Error(`The contract was refused: ${JSON.stringify(body)}`)
  }

  /** Waits until a file of a machine has these bytes. */
  async arrives(machine: Machine, name: string, bytes: Buffer): Promise<void> {
    const path = machine.path(name)
    for (;;) {
      const found = await readFile(path).catch(() => undefined)
      if (found?.equals(bytes)) return
      await pause(20)
    }
  }

  /** Waits until the server's folder contains this many files. */
  async holds(count: number): Promise<void> {
    for (;;) {
      const filter = encodeURIComponent(JSON.stringify({ search: 'file' }))
      const { headers } = await call(
        ...([this.subject.server.url, 'GET', `/api/assets?filter=${filter}&range=[0,0]`] as const),
        { as: this.subject.token }
      )
      const total = Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? 0)
      if (total >= count) return
      await pause(100)
    }
  }

  async close(): Promise<void> {
    await this.here.close()
    await this.there.close()
    this.wire.close()
    await this.subject.close()
  }
}

const line = (
  what: string,
  ours: string,
  yardstick: string,
  target: string,
  holds: boolean
): Line => ({
  what,
  ours,
  yardstick,
  ratio: '',
  target,
  holds,
})
const inSeconds = (seconds: number | undefined) =>
  seconds === undefined ? 'rsync is not installed' : `${seconds.toFixed(1)} s by rsync, to a folder`

/** Measures sync between two agents through a server, everything on one machine. */
export async function benchSync({ quick }: OnceOptions): Promise<Line[]> {
  const count = quick ? 1_000 : 10_000
  const large = (quick ? 64 : 1024) * MiB
  const fleet = await Fleet.start()
  const { here, there, wire } = fleet
  const lines: Line[] = []
  try {
    await smallFiles(here.folder, count)
    const byRsync = await rsync(here.folder)
    await here.start()
    const first = await timed(async () => {
      await fleet.bind(here, 'Here')
      await fleet.holds(count)
    })
    const most = byRsync ?? Infinity
    lines.push(
      line(
        `first sync of ${count} files of 1 to 20 KiB, agent to server`,
        `${first.toFixed(1)} s`,
        inSeconds(byRsync),
        "1x rsync's time",
        first <= most
      )
    )
    await there.start()
    const second = await timed(async () => {
      await fleet.bind(there, 'There')
      const last = `folder ${Math.floor((count - 1) / 100)}/file ${count - 1}.bin`
      await fleet.arrives(there, last, await readFile(here.path(last)))
    })
    lines.push(
      line(
        'server to second agent',
        `${second.toFixed(1)} s`,
        '',
        '11.6 s (syncthing, both ways)',
        first + second <= 11.6
      )
    )
    await pause(3_000)

    const bytes = Buffer.alloc(large)
    for (let at = 0; at < large; at += 16 * MiB) randomBytes(16 * MiB).copy(bytes, at)
    let before = wire.bytes
    const whole = await timed(async () => {
      await here.write('large.bin', bytes)
      await fleet.arrives(there, 'large.bin', bytes)
    })
    lines.push(
      line(
        `a file of ${large / MiB} MiB, to the second agent`,
        `${whole.toFixed(1)} s`,
        `${(wire.since(before) / MiB).toFixed(0)} MiB sent`,
        '7.2 s for 1 GiB (syncthing)',
        whole <= 7.2
      )
    )
    const middle = large / 2
    const longer = Buffer.concat([
      bytes.subarray(0, middle),
      randomBytes(MiB),
      bytes.subarray(middle),
    ])
    before = wire.bytes
    const inserted = await timed(async () => {
      await here.write('large.bin', longer)
      await fleet.arrives(there, 'large.bin', longer)
    })
    const sent = wire.since(before) / MiB
    lines.push(
      line(
        '1 MiB inserted in its middle',
        `${inserted.toFixed(1)} s, ${sent.toFixed(2)} MiB`,
        '4.1 s, 1.38 MiB (rsync)',
        '3 MiB',
        sent <= 3
      )
    )

    const edits = await timed(async () => {
      for (let at = 0; at < 100; at++)
        await appendFile(here.path(`folder ${at % 10}/file ${at % 10}${at}.bin`), 'edited')
      const last = `folder 9/file 999.bin`
      await fleet.arrives(there, last, await readFile(here.path(last)))
    })
    lines.push(
      line(
        '100 small edits seen by the second agent',
        `${edits.toFixed(2)} s`,
        '10.4 s (syncthing)',
        '1.5 s',
        edits <= 1.5
      )
    )

    before = wire.bytes
    const moved = await timed(async () => {
      await rename(here.path('folder 1'), here.path('folder one'))
      while (!existsSync(there.path('folder one', 'file 100.bin'))) await pause(10)
    })
    const movedMiB = wire.since(before) / MiB
    lines.push(
      line(
        'a folder of 100 files renamed',
        `${moved.toFixed(2)} s, ${movedMiB.toFixed(3)} MiB`,
        '14.6 s, 0.22 MiB (syncthing, 1,000 files)',
        '1.5 s, 0.1 MiB',
        moved <= 1.5 && movedMiB <= 0.1
      )
    )
    const { pid } = await here.status()
    const busy = residentMB(pid)
    lines.push(
      line(
        'memory of the agent at the end',
        `${busy} MB`,
        '200 MB (syncthing)',
        '200 MB',
        busy <= 200
      )
    )
    before = wire.bytes
    await pause(quick ? 10_000 : 35_000)
    lines.push(
      line(
        'idle',
        `${(wire.since(before) / 1024).toFixed(1)} KiB in ${quick ? 10 : 35} s`,
        '',
        'one poll',
        wire.since(before) < 16 * 1024
      )
    )
  } finally {
    await fleet.close()
  }
  return lines
}
