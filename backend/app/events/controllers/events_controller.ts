import { Reader, type Input, type ItemInput } from '@crossdock/kernel/http'
import { findEvent } from '../queries/find.js'
import { listEvents } from '../queries/list.js'

export default class EventsController {
  index({ http, list }: Input) {
    return listEvents(list, new Reader(http))
  }

  show({ http, params }: ItemInput) {
    return findEvent(params.id, new Reader(http))
  }
}
