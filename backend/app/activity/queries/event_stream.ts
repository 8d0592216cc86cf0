import { watchLog, type LoggedEvent } from '@crossdock/kernel/events'
import { invalid, loggable, text, type Feed } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { EventsOnTheirWay } from './events_on_their_way.js'
import { readableEvents } from './readable_events.js'

/** What somebody wants to see of the events they may read; everything when empty. */
export interface Wanted {
  types?: string[]
  targetType?: string
  targetId?: string
}

/** @throws Problem 422 for a type no plugin has */
function matcher({ types, targetType, targetId }: Wanted): (event: LoggedEvent) => boolean {
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
 * Tells a feed what happens, as far as the caller may read and wants it.
 * @param after id of the last event the reader has seen
 */
export function streamEvents(wanted: Wanted, after: string | undefined) {
  const isWanted = matcher(wanted)
  return (feed: Feed) => {
    const isReadable = readableEvents()
    const onTheirWay = new EventsOnTheirWay(feed)
    const stop = watchLog(
      {
        begins: (id) => feed.send({ id }),
        show(events) {
          const shown = events.filter((event) => isReadable(event) && isWanted(event))
          onTheirWay.tell(shown, events.at(-1)!.id)
        },
        ready: () => onTheirWay.sent(),
        reset: (id, reason) => onTheirWay.reset(id, reason),
        failed(error) {
          feed.call.http.logger.warn({ err: loggable(error) }, 'the log cannot be followed')
          feed.leave()
        },
      },
      after
    )
    feed.onEnd(stop)
  }
}
