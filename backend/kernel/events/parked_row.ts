import { unscoped } from '../database/database.js'
import { present } from '../database/rows/present.js'

/** An event that waits for a consumer, or that has finally failed for it. */
export interface ParkedRow {
  id: string
  /** null for an event without a tenant. */
  tenant_id: string | null
  consumer: string
  event_id: string
  event_type: string
  transaction: number
  seq: number
  /** failed: finally failed; the next events continue. */
  state: 'waiting' | 'failed'
  /** Failed attempts; database faults do not count. */
  tries: number
  /** The last failure, readable by people; the server's log has the details. */
  last_error: string | null
  tried_at: string | null
  /** Time of the next attempt, once it is first in its line; null when it has failed. */
  retry_at: string | null
  created_at: string
}

/** State of a parked event; the next attempt is relative to the database's clock. */
export interface Parking extends Pick<ParkedRow, 'state' | 'tries' | 'last_error' | 'tried_at'> {
  /** null: there is none. */
  retryInMs: number | null
}

/** The columns of a parked event's state, for a Lucid statement. */
export const columnsOf = ({ retryInMs, ...parking }: Parking) => ({
  ...parking,
  retry_at: retryInMs === null ? null : unscoped().raw(present(retryInMs)),
})

export const table = 'parked_events'

/** The parked events of one tenant (null: without a tenant) for one consumer, in log order. */
export interface Line {
  consumer: string
  tenantId: string | null
}
