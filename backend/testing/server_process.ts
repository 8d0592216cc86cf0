import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { call, until, type FreshDatabase } from '@crossdock/kernel/testing'
import type { ClockMessage } from '@crossdock/kernel/boot'

const root = process.cwd()

/** How Node runs a program: the build of this run, otherwise the sources. An existing build may be outdated. */
export function programOf(name: 'server' | 'console'): string[] {
  const path = join('backend', 'bin', name)
  if (process.env.TEST_BUILD === 'fresh') return [join(root, 'build', `${path}.js`)]
  return [
    '--conditions=crossdock-source',
    `--import=${import.meta.resolve('@poppinss/ts-exec')}`,
    join(root, `${path}.ts`),
  ]
}

/**
 * Ports below the range that the operating system uses for outgoing connections. Each test process has its own
 * range (`npm test` numbers parallel processes): a killed server must find its port free when it starts again.
 */
const ownPorts = 500
const firstPort = 20_000 + (Number(process.env.TEST_RUNNER ?? process.pid) % 24) * ownPorts
let taken = randomInt(ownPorts)

/**
 * Returns a free port that no other test process gets and no outgoing connection uses. The port after it is
 * free as well.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    taken = (taken + 2) % ownPorts
    const port = firstPort + taken
    const server = createServer()
    const free = new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (await free) return port
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

/** The product as a separate process, which tests can kill and start again on the same data. */
export class ServerProcess {
  #child: ChildProcess | undefined
  readonly output: string[] = []
  /** The clock of the server process. Each call resolves when the server has applied it. */
  readonly clock = {
    advance: (ms: number) => this.#tellClock({ advance: ms }),
    hold: () => this.#tellClock({ hold: true }),
  }

  constructor(
    readonly database: FreshDatabase,
    readonly port: number,
    private readonly env: Record<string, string> = {}
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get dataDir(): string {
    return this.database.dataDir
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Starts the server and waits until it is ready. */
  async start(): Promise<void> {
    const child = this.spawn()
    await until('the server to be ready', async () => {
      if (child.exitCode !== null) throw new Error(`The server ended:\n${this.output.join('')}`)
      // The check runs dozens of times before the server listens, and a failed request costs many times as much
      // as a connection.
      if (!(await isListening(this.port))) return false
      const reply = await call(this.url, 'GET', '/api/health/ready').catch(() => undefined)
      return reply?.status === 200
    })
  }

  /** Starts the server without waiting. */
  spawn(): ChildProcess {
    const child = spawn(process.execPath, programOf('server'), {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        DATA_DIR: this.database.dataDir,
        DEMO: 'false',
        LOG_LEVEL: 'warn',
        ...(this.database.databaseUrl ? { DATABASE_URL: this.database.databaseUrl } : {}),
        ...(process.env.NODE_COMPILE_CACHE
          ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
          : {}),
        ...(process.env.SQLITE_DRIVER ? { SQLITE_DRIVER: process.env.SQLITE_DRIVER } : {}),
        ...this.env,
      },
    })
    this.#child = child
    // The channel to the clock must not keep either process alive.
    child.channel?.unref()
    child.stdout!.on('data', (chunk) => this.output.push(String(chunk)))
    child.stderr!.on('data', (chunk) => this.output.push(String(chunk)))
    return child
  }

  /** Sends SIGKILL: the server cannot clean up. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Sends SIGTERM, like an operator. Returns the exit status. */
  stop(): Promise<number | null> {
    return this.#end('SIGTERM')
  }

  async #tellClock(message: ClockMessage): Promise<void> {
    const child = this.#child!
    const done = once(child, 'message')
    child.send(message)
    await done
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    if (!child) return null
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await once(child, 'exit')
    }
    return child.exitCode
  }
}
