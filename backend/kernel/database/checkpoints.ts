import { once } from 'node:events'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { usualLogBytes } from './sqlite_connection.js'

const program = new URL(`checkpoint_main${import.meta.url.slice(-3)}`, import.meta.url)

/** The log stays long until somebody writes, and as long as somebody reads what is older than all of it. */
const restMs = 500
/** What keeps one from working is told this often. */
const restFailedMs = 60_000

/**
 * Copies SQLite's write-ahead log into the database file in a thread of its own (ADR 42). The server would do it within a commit
 * and answer nobody until the disk has all of it.
 */
export class Checkpoints {
  #running: Promise<void> | undefined
  #nextAt = 0
  #long: number | undefined

  /** @param failed hears why one did not work; SQLite then copies the log itself, when it has become much longer */
  constructor(
    private readonly file: string,
    private readonly failed: (error: unknown) => void
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

  async #copy(): Promise<void> {
    let rest = restMs
    try {
      await copied(this.file)
    } catch (error) {
      rest = restFailedMs
      this.failed(error)
    }
    this.#running = undefined
    this.#nextAt = performance.now() + rest
  }
}

async function copied(file: string): Promise<void> {
  const worker = new Worker(program, { workerData: file, env: {} })
  await once(worker, 'exit')
}
