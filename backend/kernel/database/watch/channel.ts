import type { Logger } from '@adonisjs/core/logger'
import { perApplication } from '../../ground/application.js'
import { peekContext } from '../../ground/context.js'
import { parseJson } from '../../json/index.js'
import { connectionFor, dialect } from '../database.js'

/** Id of this application, which marks its own messages. */
const self = perApplication(() => crypto.randomUUID())

interface ChannelState {
  outbox: Set<string>
  sending: boolean
  garbageLogged: boolean
}

/**
 * A PostgreSQL channel between the processes of an installation. Messages are only hints, so losing one must do
 * no harm.
 */
export class Channel {
  readonly #state = perApplication<ChannelState>(() => ({
    outbox: new Set(),
    sending: false,
    garbageLogged: false,
  }))

  constructor(readonly name: string) {}

  /** Sends a message to the other processes. On SQLite there are none. */
  tell(message: object): void {
    if (dialect() !== 'postgres') return
    const state = this.#state()
    state.outbox.add(JSON.stringify({ ...message, from: self() }))
    if (!state.sending) void this.#send(state)
  }

  /**
   * Passes a message from another process to `receive`. Any database user can send on this channel.
   * @param receive returns false for a message that no Crossdock process sends; it is logged once and ignored
   */
  hear(
    payload: string,
    receive: (message: Record<string, unknown>) => boolean,
    logger: Logger
  ): void {
    const message = messageIn(payload)
    if (message?.from === self() || (message && receive(message))) return
    const state = this.#state()
    if (state.garbageLogged) return
    state.garbageLogged = true
    const about = { channel: this.name, payload: payload.slice(0, 100) }
    logger.warn(about, 'ignored a notification that Crossdock did not send; logged once')
  }

  /**
   * Sends messages after the commit instead of in the transaction, because NOTIFY takes a database-wide lock at
   * commit. Sends one statement at a time; messages that arrive during it go with the next. If a crash loses
   * messages, the next regular check makes up for them.
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
      // An error is ignored, because a message is only a hint.
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
