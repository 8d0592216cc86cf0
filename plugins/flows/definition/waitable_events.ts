import { activityRead, eventReading } from '@crossdock/backend/activity'
import type { EventType } from '@crossdock/kernel/events'
import { pluginHost } from '@crossdock/kernel/plugin'
import { holds } from '@crossdock/kernel/tenancy'
import { flowProgressed } from '../event_types.js'

/** Returns the events that steps may wait for: all except progress of runs. */
export const waitableEvents = (): readonly EventType[] =>
  pluginHost.use().eventTypes.filter(({ name }) => name !== flowProgressed.name)

/**
 * Returns whether the context may use events of this type to start or continue a workflow, as runs show the data of
 * their events.
 */
export const mayReadEventType = (eventType: string): boolean =>
  holds(activityRead) && eventReading.use().types().has(eventType)
