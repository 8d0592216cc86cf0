import type { MiddlewareEvent, MiddlewareEventDetails } from '@crossdock/client'

export type LogEvent = MiddlewareEvent
export type EventDetails = MiddlewareEventDetails
export type EventStatus = LogEvent['status']

/** The page of an event. */
export const eventPath = ({ id }: { id: string }): string => `/events/${encodeURIComponent(id)}`

/** The address of the log with these filters. */
export const eventsWhere = (filter: Record<string, unknown>): string =>
  `/events?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`

/** The statuses of events that a consumer could not handle. */
export const parkedStatuses = ['parked', 'failed'] as const

/** The queries that become stale when a parked event is retried or dropped. */
export const invalidates = ['events', 'system', 'dashboard/metrics']

/** The console refetches events this often (ms) while the stream is disconnected. */
export const POLL = 10_000
