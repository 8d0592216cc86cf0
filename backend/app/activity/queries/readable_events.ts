import type { LoggedEvent } from '@crossdock/kernel/events'
import { pluginHost } from '@crossdock/kernel/plugin'
import { currentContext, holds } from '@crossdock/kernel/tenancy'

/**
 * Which kinds of events the caller may read: those whose data they may read elsewhere. A kind that
 * says nothing of who may is nobody's.
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
 * Tells the caller's events from the others': of a kind they may read, or what they did themselves.
 * A program sees no more for the person it works for.
 */
export function readableEvents(): (event: LoggedEvent) => boolean {
  const { actor } = currentContext()
  const types = readableTypes()
  const own = actor.type === 'user' ? actor.id : null
  const known = new Set(pluginHost.use().eventTypes.map(({ name }) => name))
  return ({ eventType, userId }) =>
    types.has(eventType) || (own !== null && userId === own && known.has(eventType))
}
