import type { Input } from '@crossdock/kernel/http'
import { streamEvents } from '../queries/event_stream.js'
import type { eventStreamQuery } from '../validators/event_stream.js'

export default class EventStreamController {
  follow({ http, query: { lastEventId, ...wanted } }: Input<undefined, typeof eventStreamQuery>) {
    return streamEvents(wanted, http.request.header('last-event-id') ?? lastEventId)
  }
}
