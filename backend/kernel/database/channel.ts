import type { Logger } from '@adonisjs/core/logger'
import { perApplication } from '../ground/application.js'
import { peekContext } from '../ground/context.js'
import { parseJson } from '../json/index.js'
import { connectionFor, dialect } from './database.js'

/** Tells an application's own messages from those of other processes. */
const self = perApplication(() => crypto.randomUUID())

interface ChannelState {
  outbox: Set<string>
  sending: boolean
  garbageTold: boolean
}

/** A PostgreSQL channel on which the processes of an installation tell each other. Hints only: what is lost must not matter. */
export class Channel {
  readonly #state = perApplication<ChannelState>(() => ({
    outbox: new Set(),
    sending: false,
    garbageTold: false,
  }))

  constructor(readonly name: string) {}

  /** Tells the other processes; on SQLite there are none. */
  tell(message: object): void {
    if (dialect() !== 'postgres') return
    const state = this.#state()
    state.outbox.add(JSON.stringify({ ...message, from: self() }))
    if (!state.sending) void this.#send(state)
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
    if (message?.from === self() || (message && receive(message))) return
    const state = this.#state()
    if (state.garbageTold) return
    state.garbageTold = true
    const about = { channel: this.name, payload: payload.slice(0, 100) }
    logger.warn(about, 'ignored a notification that Crossdock did not send; told once')
  }

  /**
   * Sent after the commit, not inside the transaction: NOTIFY takes a lock over the whole database
   * at commit. One statement at a time; what comes in meanwhile goes together with the next. What a
   * crash in between swallows, the next look finds.
   */
  async #send(state: ChannelState): Promise<void> {
    state.sending = true
    try {
      while (state.outbox.size > 0) {
        const messages = JSON.stringify([...state.outbox])
        state.outbox.clear()
        await connectionFor(peekContext()).rawQuery(
          `select pg_notify('${this.name}', message) from jsonb_array_elements_text(?::jsonb) as message`,
          [messages]
        )
      }
    } catch {
      // A hint only.
    } finally {
      state.sending = false
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
