import { service } from '@crossdock/kernel/plugin'

/** SQL expressions for the target's type, the target's id and the data of a row. */
export interface TargetColumns {
  type: string
  id: string
  data: string
}

/** What the caller may read of the event log: one rule for the feed, the live stream and the event log. */
export interface EventReading {
  /** The event types the caller may read, for any actor. */
  types(): ReadonlySet<string>
  /** Conditions that exclude rows about files and folders the caller may not see. */
  open(columns: TargetColumns): Promise<{ sql: string; values: string[] }[]>
  /** Ids of the newest events whose entry in the activity feed contains a text. */
  findEventsByText(words: string, most: number): Promise<string[]>
}

export const eventReading = service<EventReading>('activity.eventReading')
