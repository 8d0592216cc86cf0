import type { EventType, LoggedEvent } from '@crossdock/kernel/events'
import { extensionPoint, service } from '@crossdock/kernel/plugin'
import type { TriggerEvent } from './step_type.js'

/** An event of connected systems that may start a flow. */
export interface SystemEvent {
  type: EventType
  /** The system it is about; undefined: none. */
  systemOf(event: Pick<LoggedEvent, 'targetType' | 'targetId' | 'payload'>): string | undefined
  /** What rules and steps read as `trigger`; undefined: nothing beside the event. */
  data?(event: TriggerEvent): Promise<unknown>
}

/** Events of connected systems, by their names in the log. */
export const systemEvents = extensionPoint<SystemEvent>('flows.systemEvents')

/** The connected systems of the context's environment, as far as flows name them. */
export interface ConnectedSystems {
  /** Whether there is such a system. */
  has(id: string): Promise<boolean>
  /** As `has`; in a transaction nobody deletes the system before its end. */
  hold(id: string): Promise<boolean>
}

export const connectedSystems = service<ConnectedSystems>('flows.connectedSystems')

/** The flows that events of systems start. */
export interface SystemFlows {
  /** Names of the events of a system that active flows listen to. */
  eventsOf(systemId: string): Promise<ReadonlySet<string>>
  /** Names of the flows that a system starts, or one of its events, active or not: at most ten. */
  startedBy(systemId: string, eventType?: string): Promise<string[]>
}

export const systemFlows = service<SystemFlows>('flows.systemFlows')
