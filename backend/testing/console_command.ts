import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { FreshDatabase } from '@crossdock/kernel/testing'
import { programOf } from './server_process.js'

/** Runs `node ace <command>` as a separate process with its own data. */
export class ConsoleCommand {
  readonly output: string[] = []
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>

  constructor(
    { dataDir, databaseUrl }: FreshDatabase,
    args: string[],
    env: Record<string, string> = {}
  ) {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    this.#child = spawn(process.execPath, [...programOf('console'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH,
        NODE_ENV: 'test',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
        ...env,
      },
    })
    this.#child.stdout!.on('data', (chunk) => this.output.push(String(chunk)))
    this.#child.stderr!.on('data', (chunk) => this.output.push(String(chunk)))
    this.#ended = once(this.#child, 'close')
  }

  /** @returns its exit status, or null when it was killed */
  async end(): Promise<number | null> {
    await this.#ended
    return this.#child.exitCode
  }

  kill(): Promise<number | null> {
    this.#child.kill('SIGKILL')
    return this.end()
  }

  /** @throws an error with all its output when it fails */
  async done(): Promise<string> {
    const status = await this.end()
    if (status !== 0) throw new Error(`It ended with ${status}:\n${this.output.join('')}`)
    return this.output.join('')
  }
}
