import type { EventType } from '@crossdock/kernel/events'
import { pluginHost } from '@crossdock/kernel/plugin'
import { flowProgressed } from '../event_types.js'

/** The events that steps may wait for: all but the steps of runs. */
export const waitableEvents = (): readonly EventType[] =>
  pluginHost.use().eventTypes.filter(({ name }) => name !== flowProgressed.name)
