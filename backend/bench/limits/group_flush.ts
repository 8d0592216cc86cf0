import { open, type FileHandle } from 'node:fs/promises'

/**
 * One fdatasync for all who wait: what a good hand-writer does on SQLite (WAL, `synchronous=NORMAL`, the log forced to
 * disk before anything is acknowledged), and as durable as `synchronous=FULL`.
 */
export class GroupFlush {
  #file: FileHandle | undefined
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  /** @param path the database's `-wal`, which is there once something was written */
  constructor(private readonly path: string) {}

  /** Resolves when all that was committed before the call is on disk. */
  sync(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      return (this.#running = this.#force())
    })
    return this.#next
  }

  async #force(): Promise<void> {
    this.#file ??= await open(this.path, 'r+')
    await this.#file.datasync()
  }
}
