import type { EventType, LoggedEvent } from '@crossdock/kernel/events'
import { extensionPoint, service } from '@crossdock/kernel/plugin'
import type { TriggerEvent } from './step_type.js'

/** An event of connected systems that may start a flow. */
export interface SystemEvent {
  type: EventType
  /** Returns the id of the system that an event is about; undefined if there is none. */
  systemOf(event: Pick<LoggedEvent, 'targetType' | 'targetId' | 'payload'>): string | undefined
  /** Returns the `trigger` data for rules and steps. If it is absent, they can read only the event. */
  data?(event: TriggerEvent): Promise<unknown>
}

/** Events of connected systems, by their names in the log. */
export const systemEvents = extensionPoint<SystemEvent>('flows.systemEvents')

/** The connected systems of the context's environment, as flows need them. */
export interface ConnectedSystems {
  /** Whether the system exists. */
  has(id: string): Promise<boolean>
  /** Like `has`, and locks the system against deletion until the transaction ends. */
  hold(id: string): Promise<boolean>
}

export const connectedSystems = service<ConnectedSystems>('flows.connectedSystems')

/** The flows that events of systems start. */
export interface SystemFlows {
  /** Returns the names of the events of a system that start active flows. */
  eventsOf(systemId: string): Promise<ReadonlySet<string>>
  /**
   * Returns the names of at most ten flows that a system, or one of its events, starts. Paused flows are
   * included.
   */
  startedBy(systemId: string, eventType?: string): Promise<string[]>
}

export const systemFlows = service<SystemFlows>('flows.systemFlows')
