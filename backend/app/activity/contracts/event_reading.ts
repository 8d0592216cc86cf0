import { service } from '@crossdock/kernel/plugin'

/** The columns of a table that name a target and hold further data, as SQL. */
export interface TargetColumns {
  type: string
  id: string
  data: string
}

/** What the caller may read of the log: one rule for the feed, the live stream and the event log. */
export interface EventReading {
  /** The event types that the caller may read, whichever actor caused the event. */
  types(): ReadonlySet<string>
  /** Conditions that leave out rows about files and folders closed to the caller. */
  open(columns: TargetColumns): Promise<{ sql: string; values: string[] }[]>
  /** The ids of the newest events whose entry in the feed holds a text. */
  saying(words: string, most: number): Promise<string[]>
}

export const eventReading = service<EventReading>('activity.eventReading')
