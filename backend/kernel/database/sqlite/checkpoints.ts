import { once } from 'node:events'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { usualLogBytes } from './sqlite_connection.js'

const program = new URL(`checkpoint_main${import.meta.url.slice(-3)}`, import.meta.url)

/**
 * Minimum time between two checkpoints. After one, the log stays long until the next write, or while a reader
 * needs its oldest pages.
 */
const restMs = 500
/** Minimum time between two reports of a failing checkpoint. */
const restFailedMs = 60_000
/** How long a stopping server waits for a checkpoint, which may hang. */
const mostAtStopMs = 1_000

/**
 * Copies SQLite's write-ahead log into the database file in a thread. The server itself would do this within a
 * commit and block all requests until the disk is done.
 */
export class Checkpoints {
  #running: Promise<void> | undefined
  #nextAt = 0
  #long: number | undefined
  #worker: Worker | undefined

  /**
   * @param failed receives the error of a failed checkpoint; SQLite then copies the log itself once it is much
   * longer
   */
  constructor(
    private readonly file: string,
    private readonly failed: (error: unknown) => void,
    private readonly thread: URL = program
  ) {}

  /** Starts a checkpoint if the log is long, unless one is running or has run a moment ago. */
  grown(bytes: number): void {
    this.#long ??= usualLogBytes(dirname(this.file))
    if (bytes <= this.#long || this.#running || performance.now() < this.#nextAt) return
    this.#running = this.#copy()
  }

  /** Resolves when no checkpoint is running. */
  async ended(): Promise<void> {
    await this.#running
  }

  /**
   * Waits for a running checkpoint when the process stops, unless it hangs. Pages that were not copied stay in
   * the log.
   */
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
