import { extensionPoint } from '@crossdock/kernel/plugin'
import type { LoggedEvent } from '@crossdock/kernel/events'
import type { PermissionRef } from '@crossdock/kernel/plugin'

/** A run, call or other thing that an event caused. */
export interface Effect {
  id: string
  /** Null: it has no name, or none the caller may read. */
  name: string | null
  /** Its own status, such as `completed`. */
  status: string | null
  createdAt: string
}

/** An event, and the events it caused directly: at most fifty, oldest first. */
export interface EventWithCaused {
  event: LoggedEvent
  caused: readonly LoggedEvent[]
}

/** Finds the effects of one kind: runs, calls, deliveries. */
export interface EventEffects {
  /** The permission to read them. */
  permission: PermissionRef
  /** Their type in entries of the activity feed, such as `flow_execution`. */
  entityType: string
  /**
   * Finds the effects of an event, oldest first. Runs in the tenant of the event.
   * @param most the most items to return, and the number at which the count stops
   */
  of(
    event: EventWithCaused,
    most: { shown: number; counted: number }
  ): Promise<{ total: number; items: Effect[] }>
}

/** Finders of the effects of events, in addition to the events they caused. */
export const eventEffects = extensionPoint<EventEffects>('events.effects')
