import type { ParkedEvent } from '@crossdock/client'
import type { Factory } from '../../factory.js'

const pathOf = (id: string) => `/api/events/parked/${encodeURIComponent(id)}`

export async function retryParked(factory: Factory, id: string): Promise<void> {
  const api = await factory.api()
  const parked = await api.post<ParkedEvent>(`${pathOf(id)}/retry`, undefined)
  if (factory.flags.json) return factory.printJson(parked)
  factory.say(`${parked.consumer} gets the event ${parked.eventId} again.`)
}

export async function giveUpParked(factory: Factory, id: string): Promise<void> {
  const api = await factory.api()
  await api.delete(pathOf(id))
  factory.say(`Its consumer goes on without the parked event ${id}.`)
}
