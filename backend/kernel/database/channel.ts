import type { Logger } from '@adonisjs/core/logger'
import { peekContext } from '../ground/context.js'
import { parseJson } from '../json/index.js'
import { connectionFor, dialect } from './database.js'

/** Tells this process's own messages from the others'. */
const self = crypto.randomUUID()

/** A PostgreSQL channel on which the processes of an installation tell each other. Hints only: what is lost must not matter. */
export class Channel {
  readonly #outbox = new Set<string>()
  #sending = false
  #garbageTold = false

  constructor(readonly name: string) {}

  /** Tells the other processes; on SQLite there are none. */
  tell(message: object): void {
    if (dialect() !== 'postgres') return
    this.#outbox.add(JSON.stringify({ ...message, from: self }))
    if (!this.#sending) void this.#send()
  }

  /**
   * Hands on what another process told. Anybody who may connect to the database may send here.
   * @param receive false for what no process of ours sends; that is logged once and ignored
   */
  hear(
    payload: string,
    receive: (message: Record<string, unknown>) => boolean,
    logger: Logger
  ): void {
    const message = messageIn(payload)
    if (message?.from === self || (message && receive(message)) || this.#garbageTold) return
    this.#garbageTold = true
    const about = { channel: this.name, payload: payload.slice(0, 100) }
    logger.warn(about, 'ignored a notification that Crossdock did not send; told once')
  }

  /**
   * Sent after the commit, not inside the transaction: NOTIFY takes a lock over the whole database
   * at commit. One statement at a time; what comes in meanwhile goes together with the next. What a
   * crash in between swallows, the next look finds.
   */
  async #send(): Promise<void> {
    this.#sending = true
    try {
      while (this.#outbox.size > 0) {
        const messages = JSON.stringify([...this.#outbox])
        this.#outbox.clear()
        await connectionFor(peekContext()).rawQuery(
          `select pg_notify('${this.name}', message) from jsonb_array_elements_text(?::jsonb) as message`,
          [messages]
        )
      }
    } catch {
      // A hint only.
    } finally {
      this.#sending = false
    }
  }
}

function messageIn(payload: string): Record<string, unknown> | undefined {
  try {
    const json = parseJson(payload)
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
