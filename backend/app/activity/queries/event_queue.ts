import type { LoggedEvent } from '@crossdock/kernel/events'
import { sseText, type Feed } from '@crossdock/kernel/http'
import { showLiveEvent } from '../transformers/live_event.js'

/** Events that are written together, about 30 KB. Then the queue waits until the connection accepts more. */
const batchSize = 100
/** Maximum of waiting events. With more, the reader receives one `reset` instead of them. */
const maxWaiting = 2_000

/** Each event is serialized once for all readers. */
const texts = new WeakMap<LoggedEvent, string>()

function textOf(event: LoggedEvent): string {
  const known = texts.get(event)
  if (known) return known
  const made = sseText({ id: event.id, data: showLiveEvent(event) })
  texts.set(event, made)
  return made
}

/**
 * The events on their way to one reader, sent in order as fast as the connection accepts them. So a burst of
 * events does not disconnect the reader.
 */
export class EventQueue {
  #waiting: string[] = []
  /** The position in the log after the queue, if the last event of the log is not for this reader. */
  #place: string | undefined
  #isSending = false
  #sent = Promise.resolve()

  constructor(private readonly feed: Feed) {}

  /** @param at id of the last event that was read from the log; it may be for other readers only */
  add(events: readonly LoggedEvent[], at: string): void {
    if (this.#waiting.length + events.length > maxWaiting) {
      return this.reset(at, `More than ${maxWaiting} events are waiting. Reload what you show.`)
    }
    for (const event of events) this.#waiting.push(textOf(event))
    this.#place = at === events.at(-1)?.id ? undefined : at
    this.#startSending()
  }

  /** Replaces all waiting events with one `reset`. */
  reset(id: string, reason: string): void {
    this.#waiting = [sseText({ id, event: 'reset', data: { reason } })]
    this.#place = undefined
    this.#startSending()
  }

  /** Resolves when the queue is empty. */
  sent(): Promise<void> {
    return this.#sent
  }

  #startSending(): void {
    if (!this.#isSending) this.#sent = this.#send()
  }

  async #send(): Promise<void> {
    this.#isSending = true
    while (this.#waiting.length > 0 && this.feed.isOpen) {
      this.feed.write(this.#waiting.splice(0, batchSize).join(''))
      await this.feed.ready()
    }
    this.#isSending = false
    // A reader that reconnects continues after this position, so all earlier events must be sent.
    if (this.#place !== undefined) this.feed.moveTo(this.#place)
    this.#place = undefined
  }
}
