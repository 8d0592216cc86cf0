import { once } from 'node:events'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { usualLogBytes } from './sqlite_connection.js'

const program = new URL(`checkpoint_main${import.meta.url.slice(-3)}`, import.meta.url)

/** The log stays long until somebody writes, and as long as somebody reads what is older than all of it. */
const restMs = 500
/** What keeps one from working is told this often. */
const restFailedMs = 60_000
/** One that hangs keeps no server from stopping. */
const mostAtStopMs = 1_000

/**
 * Copies SQLite's write-ahead log into the database file in a thread of its own (ADR 42). The server would do it within a commit
 * and answer nobody until the disk has all of it.
 */
export class Checkpoints {
  #running: Promise<void> | undefined
  #nextAt = 0
  #long: number | undefined
  #worker: Worker | undefined

  /** @param failed hears why one did not work; SQLite then copies the log itself, when it has become much longer */
  constructor(
    private readonly file: string,
    private readonly failed: (error: unknown) => void,
    private readonly thread: URL = program
  ) {}

  /** Begins one where the log has become long, unless one is under way or was a moment ago. */
  grown(bytes: number): void {
    this.#long ??= usualLogBytes(dirname(this.file))
    if (bytes <= this.#long || this.#running || performance.now() < this.#nextAt) return
    this.#running = this.#copy()
  }

  /** Resolves when none is under way. */
  async ended(): Promise<void> {
    await this.#running
  }

  /** For the end of the process: waits for one that is under way, unless it hangs. What is not copied stays in the log. */
  async stop(): Promise<void> {
    const given = new AbortController()
    const { signal } = given
    await Promise.race([
      this.#running,
      delay(mostAtStopMs, undefined, { signal }).catch(() => undefined),
    ])
    given.abort()
    void this.#worker?.terminate()
  }

  async #copy(): Promise<void> {
    let rest = restMs
    try {
      this.#worker = new Worker(this.thread, { workerData: this.file, env: {} })
      const [code] = await once(this.#worker, 'exit')
      if (code !== 0) throw new Error(`The thread that copies the log ended with ${code}.`)
    } catch (error) {
      rest = restFailedMs
      this.failed(error)
    }
    this.#worker = undefined
    this.#running = undefined
    this.#nextAt = performance.now() + rest
  }
}
