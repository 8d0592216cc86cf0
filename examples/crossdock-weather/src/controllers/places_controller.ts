import type { Input } from '@crossdock/kernel/http'
import { followPlace } from '../actions/follow_place.js'
import { listPlaces } from '../queries/places.js'
import { showPlace } from '../transformers/place.js'
import type { placeBody } from '../validators/place.js'

export default class PlacesController {
  index({ list }: Input) {
    return listPlaces(list)
  }

  async store({ body }: Input<typeof placeBody>) {
    return showPlace(await followPlace(body))
  }
}
