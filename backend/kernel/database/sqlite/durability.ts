import { statSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

/**
 * Group commit for SQLite. With `synchronous=NORMAL` a commit is written to the write-ahead log but not forced
 * to disk. One fdatasync of that file makes all earlier commits durable, outside the event loop, for every
 * waiting caller. `synchronous=FULL` does the same for each commit separately and blocks the whole process
 * (sqlite.org/wal.html, "Performance Considerations").
 */
export class WriteAheadLog {
  #file: { handle: FileHandle; inode: number } | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #doubtful = false
  #bytes = 0

  /**
   * @param path the database file's `-wal` companion; exists after the first write
   * @param restart moves all commits to the database file, on disk, and empties the log
   * @param grown receives the size in bytes after each fdatasync
   */
  constructor(
    private readonly path: string,
    private readonly restart: () => Promise<void>,
    private readonly grown: (bytes: number) => void = () => undefined
  ) {}

  /**
   * Resolves when every earlier commit is on disk. After a failure, the waiting callers get the error; the next
   * call retries.
   */
  sync(): Promise<void> {
    // A running sync may have started before this commit; all waiting callers share the next one.
    this.#next ??= (this.#running ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        this.#running = this.#force().finally(() => (this.#running = undefined))
        return this.#running
      })
    return this.#next
  }

  async close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.handle.close()
  }

  /**
   * Forces the log to disk. A later fdatasync does not repair a failed one, because the operating system has
   * dropped the pages. So after a failure, the log is emptied first.
   */
  async #force(): Promise<void> {
    try {
      if (this.#doubtful) await this.restart()
      await (await this.#present()).datasync()
      this.#doubtful = false
      this.grown(this.#bytes)
    } catch (error) {
      this.#doubtful = true
      throw error
    }
  }

  /** The current file of that name: SQLite creates a new one when it reopens the database. */
  async #present(): Promise<FileHandle> {
    // Synchronous: queuing it on the thread pool would take longer.
    const { ino: inode, size } = statSync(this.path)
    this.#bytes = size
    if (this.#file?.inode === inode) return this.#file.handle
    await this.close()
    const handle = await open(this.path, 'r+')
    this.#file = { handle, inode: (await handle.stat()).ino }
    return handle
  }
}
