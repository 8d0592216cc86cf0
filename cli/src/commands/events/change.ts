import type { ParkedEvent, RetriedEvents } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { isId } from '../../ids.js'

export interface RetryOptions {
  all?: boolean
  consumer?: string
}

/** Retries one parked event, or with --all at most 1,000. */
export async function retryParked(
  factory: Factory,
  typed: string | undefined,
  options: RetryOptions
): Promise<void> {
  assertOne(typed, options)
  const api = await factory.api()
  if (typed === undefined) return retryAll(factory, api, options)
  const path = `/api/events/parked/${await idOf(api, typed)}/retry`
  const parked = await api.post<ParkedEvent>(path, undefined)
  if (factory.flags.json) return factory.printJson(parked)
  factory.say(`Retrying the event ${parked.eventId} with ${parked.consumer}.`)
}

function assertOne(typed: string | undefined, { all = false, consumer }: RetryOptions): void {
  if (typed !== undefined && all) {
    throw new UsageError('Name one parked event, or use --all.')
  }
  if (typed === undefined && !all) {
    throw new UsageError('Name a parked event, or use --all to retry all of them.')
  }
  if (typed !== undefined && consumer !== undefined) {
    throw new UsageError('Use --consumer together with --all.')
  }
}

async function retryAll(factory: Factory, api: ApiClient, { consumer }: RetryOptions) {
  const done = await api.post<RetriedEvents>('/api/events/parked/retry', { consumer })
  if (factory.flags.json) return factory.printJson(done)
  factory.say(done.retried === 1 ? 'Retrying 1 event.' : `Retrying ${done.retried} events.`)
  if (done.left) factory.note('There are more. Run the command again to retry them.')
}

/** @param reason recorded in the event log */
export async function giveUpParked(
  factory: Factory,
  typed: string,
  { reason }: { reason?: string }
): Promise<void> {
  const api = await factory.api()
  const id = await idOf(api, typed)
  const query = reason === undefined ? '' : `?${new URLSearchParams({ reason }).toString()}`
  await api.delete(`/api/events/parked/${id}${query}`)
  factory.say(`Gave up the parked event ${id}. Its consumer continues without it.`)
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
