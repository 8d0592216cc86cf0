import type { LoggedEvent } from '@crossdock/kernel/events'
import { pluginHost } from '@crossdock/kernel/plugin'
import { currentContext, holds } from '@crossdock/kernel/tenancy'

/**
 * Event types the caller may read, because their data may be read elsewhere. If a type has no permission
 * (undefined, not null), no one may read it.
 */
export function readableTypes(): Set<string> {
  const readable = pluginHost
    .use()
    .eventTypes.filter(
      ({ permission }) => permission === null || (permission !== undefined && holds(permission))
    )
  return new Set(readable.map(({ name }) => name))
}

/**
 * Whether the caller may read an event: its type is readable, or they caused it themselves. A program does not get
 * the events of the person it works for.
 */
export function readableEvents(): (event: LoggedEvent) => boolean {
  const { actor } = currentContext()
  const types = readableTypes()
  const own = actor.type === 'user' ? actor.id : null
  const known = new Set(pluginHost.use().eventTypes.map(({ name }) => name))
  return ({ eventType, userId }) =>
    types.has(eventType) || (own !== null && userId === own && known.has(eventType))
}
