import type { Input, ItemInput } from '@crossdock/kernel/http'
import { dropParked, retryParked, retrySeveral } from '../actions/parked_events.js'
import { listParkedEvents } from '../queries/parked_events.js'
import { showParkedEvent } from '../transformers/parked_event.js'
import type { dropQuery, retrySeveralBody } from '../validators/parked_event.js'

export default class ParkedEventsController {
  index({ list }: Input) {
    return listParkedEvents(list)
  }

  async retry({ params }: ItemInput) {
    return showParkedEvent(await retryParked(params.id))
  }

  retryAll({ body }: Input<typeof retrySeveralBody>) {
    return retrySeveral(body)
  }

  destroy({ params, query }: ItemInput<undefined, typeof dropQuery>) {
    return dropParked(params.id, query.reason)
  }
}
