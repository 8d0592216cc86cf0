import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, until, type FreshDatabase } from '@crossdock/kernel/testing'
import type { Build } from './builds.js'

/** A server like in production (its log in a file), with its own database and folder. */
export class Product {
  #child: ChildProcess | undefined

  constructor(
    private readonly build: Build,
    readonly database: FreshDatabase,
    private readonly port: number,
    private readonly env: Record<string, string> = {}
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get dataDir(): string {
    return this.database.dataDir
  }

  get pid(): number {
    return this.#child!.pid!
  }

  /** Starts the server and waits until it is ready. */
  async start(): Promise<void> {
    const { root, node, program } = this.build
    const file = join(this.dataDir, 'server.log')
    const log = openSync(file, 'a')
    const { PATH, NODE_COMPILE_CACHE, SQLITE_DRIVER } = process.env
    const kept = Object.entries({ PATH, NODE_COMPILE_CACHE, SQLITE_DRIVER })
    const { databaseUrl } = this.database
    const child = spawn(node, program, {
      cwd: root,
      stdio: ['ignore', log, log],
      env: {
        ...Object.fromEntries(kept.filter(([, value]) => value)),
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        DEMO: 'false',
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        ...this.env,
      },
    })
    this.#child = child
    // A failed bench must not leave a server running.
    process.once('exit', () => child.kill('SIGKILL'))
    await until('the server to be ready', async () => {
      if (child.exitCode !== null) throw new Error(`The server ended:\n${readFileSync(file)}`)
      const reply = await call(this.url, 'GET', '/api/health/ready').catch(() => undefined)
      return reply?.status === 200
    })
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}
