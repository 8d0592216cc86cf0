import { extensionPoint } from '@crossdock/kernel/plugin'
import type { LoggedEvent } from '@crossdock/kernel/events'
import type { PermissionRef } from '@crossdock/kernel/plugin'

/** A run, call or other thing that an event caused. */
export interface Effect {
  id: string
  /** Null: no name, or the caller may not read it. */
  name: string | null
  /** The status of the run or call, such as `completed`. */
  status: string | null
  createdAt: string
}

/** An event, and the events that it caused directly: at most fifty, oldest first. */
export interface EventWithCaused {
  event: LoggedEvent
  caused: readonly LoggedEvent[]
}

/** Finds effects of one kind, such as runs, calls or deliveries. */
export interface EventEffects {
  /** The permission to read these effects. */
  permission: PermissionRef
  /** The target's type in events about these effects, such as `flow_execution`. */
  entityType: string
  /**
   * Finds the effects of an event, oldest first. Runs in the tenant of the event.
   * @param most maximum of items to return; the count stops there, too
   */
  of(
    event: EventWithCaused,
    most: { shown: number; counted: number }
  ): Promise<{ total: number; items: Effect[] }>
}

/** Finds what events caused, besides other events. */
export const eventEffects = extensionPoint<EventEffects>('events.effects')
