import { isUniqueViolation, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, text } from '@crossdock/kernel/ground'
import { placeFollowed } from '../event_types.js'
import { Place } from '../models/place.js'

/** Adds the place and records the event, in one transaction. */
export async function followPlace({ name }: { name: string }): Promise<Place> {
  try {
    return await transaction(async () => {
      const place = await Place.create({ name })
      await recordEvent(placeFollowed, {
        target: { type: 'place', id: place.id },
        payload: { name },
      })
      return place
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw invalid('name', text('You follow "{name}" already.', { name }))
  }
}
