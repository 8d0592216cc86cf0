import { statSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

/**
 * Group commit for SQLite. With `synchronous=NORMAL` a commit is written to the write-ahead log but not forced
 * to disk. One fdatasync of this file makes all earlier commits durable, for every waiting caller and outside
 * the event loop. `synchronous=FULL` would do this for each commit separately and block the whole process
 * (sqlite.org/wal.html, "Performance Considerations").
 */
export class WriteAheadLog {
  #file: { handle: FileHandle; inode: number } | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #doubtful = false
  #bytes = 0

  /**
   * @param path the `-wal` file next to the database file; exists after the first write
   * @param restart moves all commits into the database file, on disk, and empties the log
   * @param grown receives the size in bytes after each fdatasync
   */
  constructor(
    private readonly path: string,
    private readonly restart: () => Promise<void>,
    private readonly grown: (bytes: number) => void = () => undefined
  ) {}

  /**
   * Resolves when every earlier commit is on disk. If this fails, all waiting callers get the error, and the
   * next call tries again.
   */
  sync(): Promise<void> {
    // A running sync may have begun before this commit, so all waiting callers share the next one.
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
   * Forces the log to disk. After a failed fdatasync the operating system has dropped the pages, so a later one
   * would not repair it. The log is then emptied first.
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

  /** Opens the file that has this name now, because SQLite creates a new one when it reopens the database. */
  async #present(): Promise<FileHandle> {
    // Synchronous, because queuing it on the thread pool would take longer.
    const { ino: inode, size } = statSync(this.path)
    this.#bytes = size
    if (this.#file?.inode === inode) return this.#file.handle
    await this.close()
    const handle = await open(this.path, 'r+')
    this.#file = { handle, inode: (await handle.stat()).ino }
    return handle
  }
}
