import { activityRead, eventReading } from '@crossdock/backend/activity'
import type { EventType } from '@crossdock/kernel/events'
import { pluginHost } from '@crossdock/kernel/plugin'
import { holds } from '@crossdock/kernel/tenancy'
import { flowProgressed } from '../event_types.js'

/** The events that steps may wait for: all but the steps of runs. */
export const waitableEvents = (): readonly EventType[] =>
  pluginHost.use().eventTypes.filter(({ name }) => name !== flowProgressed.name)

/**
 * Whether the context may have events of this type start or continue a workflow: its runs tell what
 * the events tell.
 */
export const mayHear = (eventType: string): boolean =>
  holds(activityRead) && eventReading.use().types().has(eventType)
