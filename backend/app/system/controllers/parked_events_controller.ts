import type { Input, ItemInput } from '@crossdock/kernel/http'
import { dropParked, retryParked } from '../actions/parked_events.js'
import { listParkedEvents } from '../queries/parked_events.js'
import { showParkedEvent } from '../transformers/parked_event.js'

export default class ParkedEventsController {
  index({ list }: Input) {
    return listParkedEvents(list)
  }

  async retry({ params }: ItemInput) {
    return showParkedEvent(await retryParked(params.id))
  }

  destroy({ params }: ItemInput) {
    return dropParked(params.id)
  }
}
