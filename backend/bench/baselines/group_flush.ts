import { open, type FileHandle } from 'node:fs/promises'

/**
 * One fdatasync for all waiting callers. This is the best hand-written solution on SQLite (WAL,
 * `synchronous=NORMAL`, the log flushed before an acknowledgement), and as durable as `synchronous=FULL`.
 */
export class GroupFlush {
  #file: FileHandle | undefined
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  /** @param path the database's `-wal` file, which exists after the first write */
  constructor(private readonly path: string) {}

  /** Resolves when everything committed before the call is on disk. */
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
