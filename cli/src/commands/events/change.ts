import type { ParkedEvent } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { isId } from '../../ids.js'

export async function retryParked(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const path = `/api/events/parked/${await idOf(api, typed)}/retry`
  const parked = await api.post<ParkedEvent>(path, undefined)
  if (factory.flags.json) return factory.printJson(parked)
  factory.say(`${parked.consumer} gets the event ${parked.eventId} again.`)
}

export async function giveUpParked(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const id = await idOf(api, typed)
  await api.delete(`/api/events/parked/${id}`)
  factory.say(`Its consumer goes on without the parked event ${id}.`)
}

async function idOf(api: ApiClient, typed: string): Promise<string> {
  if (isId(typed)) return typed
  const parked = pick(await api.all<ParkedEvent>('/api/events/parked'), typed, {
    one: 'parked event',
    list: 'crossdock events parked',
    ids: (one) => [one.id],
    about: (one) => `${one.consumer}, ${one.eventType}`,
  })
  return parked.id
}
