import { watchLog, type LoggedEvent } from '@crossdock/kernel/events'
import { invalid, loggable, text } from '@crossdock/kernel/ground'
import type { Feed } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { EventQueue } from './event_queue.js'
import { readableEvents } from './readable_events.js'

/** The events a reader asks for; all when empty. */
export interface Wanted {
  types?: string[]
  targetType?: string
  targetId?: string
}

/** @throws Problem 422 for an unknown event type */
function createMatcher({ types, targetType, targetId }: Wanted): (event: LoggedEvent) => boolean {
  const unknown = types?.find(
    (name) => !pluginHost.use().eventTypes.some(({ name: known }) => known === name)
  )
  if (unknown) throw invalid('types', text('There is no event type "{type}".', { type: unknown }))
  const chosen = types && new Set(types)
  return (event) =>
    (!chosen || chosen.has(event.eventType)) &&
    (!targetType || event.targetType === targetType) &&
    (!targetId || event.targetId === targetId)
}

/**
 * Streams the events that the caller asks for and may read.
 * @param after id of the last event the reader has seen
 */
export function streamEvents(wanted: Wanted, after: string | undefined) {
  const isWanted = createMatcher(wanted)
  return (feed: Feed) => {
    const isReadable = readableEvents()
    const outbox = new EventQueue(feed)
    const stop = watchLog(
      {
        begins: (id) => feed.send({ id }),
        show(events) {
          const shown = events.filter((event) => isReadable(event) && isWanted(event))
          outbox.add(shown, events.at(-1)!.id)
        },
        ready: () => outbox.sent(),
        reset: (id, reason) => outbox.reset(id, reason),
        failed(error) {
          feed.call.http.logger.warn({ err: loggable(error) }, 'cannot follow the event log')
          feed.leave()
        },
      },
      after
    )
    feed.onEnd(stop)
  }
}
