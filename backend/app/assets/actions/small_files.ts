import { contentStore, type StoredContent } from '@crossdock/kernel/storage'

/** Limits of a group, which is stored with one sync to disk. */
const groupBytes = 8 * 1024 * 1024
const groupFiles = 250

interface Waiting {
  bytes: Buffer
  resolve(content: StoredContent): void
  reject(error: unknown): void
}

/** Stores many small files in groups while the next ones arrive. */
export class SmallFiles {
  #group: Waiting[] = []
  #bytes = 0
  #storing: Promise<void> = Promise.resolve()

  /**
   * Waits only if a full group must wait for the previous one.
   * @returns the content, which may resolve after `end` is called
   */
  async add(bytes: Buffer): Promise<{ content: Promise<StoredContent> }> {
    const { promise, resolve, reject } = Promise.withResolvers<StoredContent>()
    // `end` handles this error, too.
    promise.catch(() => undefined)
    this.#group.push({ bytes, resolve, reject })
    this.#bytes += bytes.length
    if (this.#bytes >= groupBytes || this.#group.length >= groupFiles) await this.#next()
    return { content: promise }
  }

  /** Resolves when all files are stored. @throws the error of storing */
  async end(): Promise<void> {
    await this.#next()
    await this.#storing
  }

  async #next(): Promise<void> {
    await this.#storing
    const group = this.#group
    this.#group = []
    this.#bytes = 0
    this.#storing = store(group)
    this.#storing.catch(() => undefined)
  }
}

async function store(group: Waiting[]): Promise<void> {
  try {
    const stored = await contentStore.use().writeSmall(group.map(({ bytes }) => bytes))
    group.forEach(({ resolve }, at) => resolve(stored[at]!))
  } catch (error) {
    for (const { reject } of group) reject(error)
    throw error
  }
}
