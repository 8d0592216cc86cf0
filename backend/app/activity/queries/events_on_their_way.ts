import type { LoggedEvent } from '@crossdock/kernel/events'
import { sseText, type Feed } from '@crossdock/kernel/http'
import { showLiveEvent } from '../transformers/live_event.js'

/** Events written before asking whether the connection accepts more: about 30 KB. */
const batchSize = 100
/** A reader with more waiting events than this receives one `reset` in their place. */
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
 * The queue of events for one reader. It sends them in order, as fast as the connection accepts them, so a burst
 * does not disconnect the reader. The queue of a slow reader is bounded.
 */
export class EventQueue {
  #waiting: string[] = []
  /** The reader's position after the queue, if the last event that was read is not for this reader. */
  #place: string | undefined
  #isSending = false
  #sent = Promise.resolve()

  constructor(private readonly feed: Feed) {}

  /** @param at id of the last event that was read: the last of `events`, or one that is not for this reader */
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
    // Only after all waiting events are sent: a reader that reconnects continues after this position.
    if (this.#place !== undefined) this.feed.moveTo(this.#place)
    this.#place = undefined
  }
}
