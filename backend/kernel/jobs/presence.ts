import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import pg from 'pg'
import { warn } from '../database/outage.js'
import { channel, receive } from './announce.js'
import { presenceSpace } from './leases.js'
import { signal } from './wake.js'

const connectMs = 3_000

/**
 * A worker's own PostgreSQL session. It hears what other processes announce, and holds an advisory
 * lock that the server drops the moment the process dies.
 */
export class Presence {
  #client: pg.Client | undefined
  #stopped = false
  #garbageTold = false

  constructor(
    private readonly url: string,
    private readonly worker: number,
    private readonly logger: Logger
  ) {}

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
    })
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    client.on('error', (error) => warn(this.logger, error, 'worker lost its session'))
    try {
      await client.connect()
      await client.query('select pg_advisory_lock($1, $2)', [presenceSpace, this.worker])
      await client.query(`listen ${channel}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    client.once('end', () => void this.#restart())
    this.#client = client
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#client?.end()
  }

  #hear(payload: string): void {
    if (receive(payload) || this.#garbageTold) return
    this.#garbageTold = true
    const about = { channel, payload: payload.slice(0, 100) }
    this.logger.warn(about, 'ignored a notification that Crossdock did not send; told once')
  }

  async #restart(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.start()
        signal({ kind: 'work', at: 0 })
        return
      } catch (error) {
        warn(this.logger, error, 'worker cannot reach the database, trying again')
        await delay(1_000)
      }
    }
  }
}
