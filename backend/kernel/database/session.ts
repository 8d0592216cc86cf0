import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import pg from 'pg'
import { warn } from './outage.js'
import { answersInTime, cut } from './silence.js'

const connectMs = 3_000
const againMs = 1_000
const lookMs = 1_000

interface SessionEvents {
  /** What it is for: "worker", "log". */
  name: string
  /** Runs on the new connection; it counts as open afterwards. */
  opened(client: pg.Client): Promise<unknown>
  heard?(payload: string): void
  /** It was lost and is there again: what was said meanwhile was not heard. */
  reopened(): void
  lost?(): void
}

/**
 * A PostgreSQL session of its own, for what lives as long as a session does: locks, LISTEN. It comes
 * back by itself when it is lost, which it finds out also when nobody says so: who only listens would
 * wait for ever at a connection whose other end is frozen or gone.
 */
export class Session {
  #client: pg.Client | undefined
  #stopped = false

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
    private readonly events: SessionEvents
  ) {}

  /** Whether the session is there, as far as this side knows. */
  get isOpen(): boolean {
    return this.#client !== undefined
  }

  async start(): Promise<void> {
    const { name, opened, heard } = this.events
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      // What an operator sees of it in pg_stat_activity.
      application_name: `crossdock ${name}`,
    })
    client.on('notification', ({ payload = '' }) => heard?.(payload))
    client.on('error', (error) => warn(this.logger, error, `${name} lost its session`))
    try {
      await client.connect()
      if (!(await answersInTime(opened(client)))) throw new Error('The database does not answer.')
    } catch (error) {
      cut(client)
      throw error
    }
    client.once('end', () => void this.#restart())
    this.#client = client
    this.#lookLater(client)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#client?.end()
  }

  #lookLater(client: pg.Client): void {
    setTimeout(() => void this.#look(client), lookMs).unref()
  }

  async #look(client: pg.Client): Promise<void> {
    if (this.#client !== client || this.#stopped) return
    // What is refused was answered; the end of a connection is told by itself.
    if (await answersInTime(client.query('select 1').catch(() => undefined)))
      this.#lookLater(client)
    else cut(client)
  }

  async #restart(): Promise<void> {
    this.#client = undefined
    if (!this.#stopped) this.events.lost?.()
    while (!this.#stopped) {
      try {
        await this.start()
        this.events.reopened()
        return
      } catch (error) {
        warn(this.logger, error, `${this.events.name} cannot reach the database, trying again`)
        await delay(againMs)
      }
    }
  }
}
