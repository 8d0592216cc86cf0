import { unscoped } from '../database/database.js'
import { present } from '../database/present.js'

/** An event that waits for a consumer to handle it, or that it has failed for good on. */
export interface ParkedRow {
  id: string
  /** null for an event of no tenant. */
  tenant_id: string | null
  consumer: string
  event_id: string
  event_type: string
  transaction: number
  seq: number
  /** failed: set aside; those behind it go on. */
  state: 'waiting' | 'failed'
  /** Tries that failed; faults of the database do not count. */
  tries: number
  /** What people may read of the last failure; the log of the server has the whole of it. */
  last_error: string | null
  tried_at: string | null
  /** When it is tried next, once it is the first of its line; null when it has failed. */
  retry_at: string | null
  created_at: string
}

/** What is said of a parked event: its next try lies so many milliseconds ahead, by the database's clock. */
export interface Parking extends Pick<ParkedRow, 'state' | 'tries' | 'last_error' | 'tried_at'> {
  /** null: there is none. */
  retryInMs: number | null
}

/** The columns of it, for a statement of Lucid. */
export const columnsOf = ({ retryInMs, ...parking }: Parking) => ({
  ...parking,
  retry_at: retryInMs === null ? null : unscoped().raw(present(retryInMs)),
})

export const table = 'parked_events'

/** The events of one tenant (null: of none) a consumer has yet to handle, in log order. */
export interface Line {
  consumer: string
  tenantId: string | null
}
