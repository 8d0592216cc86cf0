import { watchLog, type LoggedEvent } from '@crossdock/kernel/events'
import { invalid, loggable, sseText, text, type Feed } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { showLiveEvent } from '../transformers/live_event.js'
import { readableEvents } from './readable_events.js'

/** What somebody wants to see of the events they may read; everything when empty. */
export interface Wanted {
  types?: string[]
  targetType?: string
  targetId?: string
}

/** Written once for all who read it. */
const texts = new WeakMap<LoggedEvent, string>()

function textOf(event: LoggedEvent): string {
  const known = texts.get(event)
  if (known) return known
  const made = sseText({ id: event.id, data: showLiveEvent(event) })
  texts.set(event, made)
  return made
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
    const stop = watchLog(
      {
        begins: (id) => feed.send({ id }),
        show(events) {
          const shown = events.filter((event) => isReadable(event) && isWanted(event))
          if (shown.length > 0) feed.write(shown.map(textOf).join(''))
          if (shown.at(-1) !== events.at(-1)) feed.moveTo(events.at(-1)!.id)
        },
        ready: () => feed.ready(),
        reset: (id, reason) => feed.send({ id, event: 'reset', data: { reason } }),
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
