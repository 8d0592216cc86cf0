import type { LoggedEvent } from '@crossdock/kernel/events'
import { sseText, type Feed } from '@crossdock/kernel/http'
import { showLiveEvent } from '../transformers/live_event.js'

/** Events written to the connection before asking whether it takes more: some 30 KB. */
const atATime = 100
/** A reader with more waiting events than this receives one `reset` in their place. */
const mostWaiting = 2_000

/** Written once for all who read it. */
const texts = new WeakMap<LoggedEvent, string>()

function textOf(event: LoggedEvent): string {
  const known = texts.get(event)
  if (known) return known
  const made = sseText({ id: event.id, data: showLiveEvent(event) })
  texts.set(event, made)
  return made
}

/**
 * The events that wait for one reader. They are sent in order and as fast as the connection takes them, so a burst does not
 * disconnect the reader. The queue of a slow reader is bounded.
 */
export class EventsOnTheirWay {
  #waiting: string[] = []
  /** Where they stand behind it, where that is no event of theirs. */
  #place: string | undefined
  #isSending = false
  #sent = Promise.resolve()

  constructor(private readonly feed: Feed) {}

  /** @param at id of the last event that was looked at: the last of `events`, or one that is not theirs */
  tell(events: readonly LoggedEvent[], at: string): void {
    if (this.#waiting.length + events.length > mostWaiting) {
      return this.reset(at, `More than ${mostWaiting} events are waiting. Load what you show anew.`)
    }
    for (const event of events) this.#waiting.push(textOf(event))
    this.#place = at === events.at(-1)?.id ? undefined : at
    this.#goOn()
  }

  /** This one word instead of whatever waits. */
  reset(id: string, reason: string): void {
    this.#waiting = [sseText({ id, event: 'reset', data: { reason } })]
    this.#place = undefined
    this.#goOn()
  }

  /** Resolves when nothing waits any more. */
  sent(): Promise<void> {
    return this.#sent
  }

  #goOn(): void {
    if (!this.#isSending) this.#sent = this.#send()
  }

  async #send(): Promise<void> {
    this.#isSending = true
    while (this.#waiting.length > 0 && this.feed.isOpen) {
      this.feed.write(this.#waiting.splice(0, atATime).join(''))
      await this.feed.ready()
    }
    this.#isSending = false
    // Only after all waiting events are sent: a reader that reconnects continues after this position.
    if (this.#place !== undefined) this.feed.moveTo(this.#place)
    this.#place = undefined
  }
}
