import type { MiddlewareEvent, MiddlewareEventDetails } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { isId } from '../../ids.js'
import { printDetails } from '../../output/details.js'
import { formatRelative, printable } from '../../output/format.js'

const MAX_CANDIDATES = 100

export async function showEvent(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const event = await api.get<MiddlewareEventDetails>(`/api/events/${await idOf(api, typed)}`)
  if (factory.flags.json) return factory.printJson(event)
  const thing = (type: string | null, id: string | null) => (type && id ? `${type} ${id}` : null)
  printDetails(factory, [
    ['Event', event.eventType],
    ['Id', event.id],
    ['What happened', event.action],
    ['When', `${event.createdAt} (${formatRelative(event.createdAt)})`],
    ['Who', event.userName ?? thing(event.actorType, event.actorId) ?? event.actorType],
    ['About', thing(event.targetType, event.targetId)],
    ['Source', thing(event.sourceType, event.sourceId)],
    ['Status', event.status],
    ...event.parked.map(
      ({ consumer, state, tries, lastError }) =>
        [`Parked by ${consumer}`, `${state}, ${tries} tries: ${lastError ?? ''}`] as const
    ),
    ['Cause', event.causeId],
    ...event.caused
      .filter(({ total }) => total > 0)
      .map(({ kind, total, items }) => [`Caused ${kind}`, namesOf(total, items)] as const),
  ])
  factory.streams.stdout.write(`${printable(JSON.stringify(event.payload, null, 2))}\n`)
}

type Items = MiddlewareEventDetails['caused'][number]['items']

const MOST_NAMED = 5

function namesOf(total: number, items: Items): string {
  const named = items
    .slice(0, MOST_NAMED)
    .map(({ name, status, id }) => [name ?? id, status].filter(Boolean).join(' '))
  const rest = total - named.length
  return [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}

/** Returns the full id of an event by its first characters. */
async function idOf(api: ApiClient, typed: string): Promise<string> {
  if (isId(typed)) return typed
  const filter = { search: typed }
  const { rows } = await api.page<MiddlewareEvent>('/api/events', { filter }, 0, MAX_CANDIDATES)
  const event = pick(rows, typed, {
    one: 'event',
    list: 'crossdock events list',
    ids: ({ id }) => [id],
    about: ({ eventType, createdAt }) => `${eventType}, ${formatRelative(createdAt)}`,
  })
  return event.id
}
