import pg from 'pg'
import { answersInTime, cut } from './silence.js'

const lookMs = 1_000

/**
 * The database does not answer. The code is PostgreSQL's for a lost connection, so callers treat both alike
 * (postgresql.org, "PostgreSQL Error Codes", class 08).
 */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
  readonly code = '08006'

  constructor() {
    super('The database does not answer.')
  }
}

/**
 * Detects a silent PostgreSQL: frozen, or behind a network that drops all packets. Without this, every query
 * would wait until the silence ends. A server that refuses or breaks connections needs no watch.
 */
export class DatabaseWatch {
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #silent = false
  #stopped = false
  /** Rejects one caller that waits for a connection. */
  readonly #waiting = new Set<(error: DatabaseSilent) => void>()

  /** @param onSilence called once when a silence begins, to end pending queries */
  constructor(
    private readonly url: string,
    private readonly onSilence: () => void
  ) {}

  start(): void {
    this.#timer = setTimeout(() => void this.#look(), lookMs).unref()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#drop()
  }

  /**
   * Waits for a connection while the database answers.
   * @param giveBack gets a connection that comes too late
   * @throws DatabaseSilent
   */
  async whileAnswering<T>(acquire: () => Promise<T>, giveBack: (late: T) => void): Promise<T> {
    if (this.#silent) throw new DatabaseSilent()
    return new Promise((resolve, reject) => {
      let over = false
      const end = (error: unknown): void => {
        over = true
        this.#waiting.delete(end)
        reject(error)
      }
      this.#waiting.add(end)
      acquire().then((connection) => {
        if (over) return giveBack(connection)
        this.#waiting.delete(end)
        resolve(connection)
      }, end)
    })
  }

  async #look(): Promise<void> {
    const isThere = await answersInTime(this.#ask())
    if (this.#stopped) return
    if (!isThere) {
      this.#drop()
      if (!this.#silent) this.#begin()
    }
    this.start()
  }

  #begin(): void {
    this.#silent = true
    this.onSilence()
    for (const end of Array.from(this.#waiting)) end(new DatabaseSilent())
  }

  /** Asks the database once. A refusal is not silence. Only the next answer shows whether a silence has ended. */
  async #ask(): Promise<void> {
    try {
      if (!this.#client) await this.#newClient().connect()
      await this.#client!.query('select 1')
      this.#silent = false
    } catch {
      this.#client = undefined
    }
  }

  #newClient(): pg.Client {
    const client = new pg.Client({ connectionString: this.url, keepAlive: true })
    client.on('error', () => this.#client === client && (this.#client = undefined))
    return (this.#client = client)
  }

  #drop(): void {
    const dropped = this.#client
    this.#client = undefined
    if (dropped) cut(dropped)
  }
}
