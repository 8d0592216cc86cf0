import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import pg from 'pg'
import { warn } from './outage.js'
import { answersInTime, cut } from '../watch/silence.js'

const connectMs = 3_000
const againMs = 1_000
const lookMs = 1_000

interface SessionEvents {
  /** Purpose of the session: "worker" or "log". */
  name: string
  /** Called with the new connection. When it resolves, the session counts as open. */
  opened(client: pg.Client): Promise<unknown>
  heard?(payload: string): void
  /** Called when a lost session is open again. Notifications during the gap were missed. */
  reopened(): void
  lost?(): void
}

/**
 * A PostgreSQL session of its own for locks and LISTEN, which last as long as a session. Reconnects when the
 * connection is lost. Also detects a connection that no longer answers, because a listener alone would wait on
 * it forever.
 */
export class Session {
  #client: pg.Client | undefined
  #stopped = false

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
    private readonly events: SessionEvents
  ) {}

  /** Whether the session is open, as far as this side knows. */
  get isOpen(): boolean {
    return this.#client !== undefined
  }

  async start(): Promise<void> {
    const { name, opened, heard } = this.events
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      // Shown to operators in pg_stat_activity.
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
    this.#checkLater(client)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#client?.end()
  }

  #checkLater(client: pg.Client): void {
    setTimeout(() => void this.#check(client), lookMs).unref()
  }

  async #check(client: pg.Client): Promise<void> {
    if (this.#client !== client || this.#stopped) return
    // An error is an answer, too. The end of a connection is handled by its event.
    if (await answersInTime(client.query('select 1').catch(() => undefined)))
      this.#checkLater(client)
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
