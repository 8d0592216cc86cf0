import { open, type FileHandle } from 'node:fs/promises'

/**
 * Group commit for SQLite. With `synchronous=NORMAL` a commit is written to the write-ahead log but
 * not forced to disk; one fdatasync of that file then makes all commits before it durable, outside
 * the event loop, for everyone who waits. This is what `synchronous=FULL` does for each commit
 * alone, while the whole process stands still (sqlite.org/wal.html, "Performance Considerations").
 */
export class WriteAheadLog {
  #file: FileHandle | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  /** @param path the database file's `-wal` companion; there once something was written */
  constructor(private readonly path: string) {}

  /** Resolves when everything committed before the call is on disk. */
  sync(): Promise<void> {
    // What is running may have begun before our commit; the one after it is shared by all who wait.
    this.#next ??= (this.#running ?? Promise.resolve()).then(() => {
      this.#next = undefined
      this.#running = this.#force().finally(() => (this.#running = undefined))
      return this.#running
    })
    return this.#next
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
  }

  async #force(): Promise<void> {
    this.#file ??= await open(this.path, 'r+')
    await this.#file.datasync()
  }
}
