import { statSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

/**
 * Group commit for SQLite. With `synchronous=NORMAL` a commit is written to the write-ahead log but
 * not forced to disk; one fdatasync of that file then makes all commits before it durable, outside
 * the event loop, for everyone who waits. This is what `synchronous=FULL` does for each commit
 * alone, while the whole process stands still (sqlite.org/wal.html, "Performance Considerations").
 */
export class WriteAheadLog {
  #file: { handle: FileHandle; inode: number } | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #doubtful = false
  #bytes = 0

  /**
   * @param path the database file's `-wal` companion; there once something was written
   * @param startAnew moves everything committed to the database file, on disk, and empties the log
   * @param grown told the bytes of the file each time it was forced to disk
   */
  constructor(
    private readonly path: string,
    private readonly startAnew: () => Promise<void>,
    private readonly grown: (bytes: number) => void = () => undefined
  ) {}

  /**
   * Resolves when everything committed before the call is on disk. After a failure those who waited
   * for it are told; the next call begins anew.
   */
  sync(): Promise<void> {
    // What is running may have begun before our commit; the one after it is shared by all who wait.
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
   * What a failed fdatasync left out, a later one does not make up for: the kernel has forgotten
   * that it is to be written. The log is then emptied and begun anew.
   */
  async #force(): Promise<void> {
    try {
      if (this.#doubtful) await this.startAnew()
      await (await this.#present()).datasync()
      this.#doubtful = false
      this.grown(this.#bytes)
    } catch (error) {
      this.#doubtful = true
      throw error
    }
  }

  /** The file of that name now: SQLite makes a new one when it opens the database again. */
  async #present(): Promise<FileHandle> {
    // Known at once; the thread pool would take longer to be asked.
    const { ino: inode, size } = statSync(this.path)
    this.#bytes = size
    if (this.#file?.inode === inode) return this.#file.handle
    await this.close()
    const handle = await open(this.path, 'r+')
    this.#file = { handle, inode: (await handle.stat()).ino }
    return handle
  }
}
