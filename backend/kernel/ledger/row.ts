import { peekContext, newContext, runInContext } from '../ground/context.js'
import { dialect } from '../database/database.js'
import { instant } from '../database/rows/present.js'

/** One meter of an environment, or of a tenant. */
export interface Row {
  tenantId: string
  /** Id of the environment or of the tenant. */
  scope: string
  meter: string
  /** Key in memory and in Redis. */
  key: string
}

export const rowOf = (tenantId: string, scope: string, meter: string): Row => ({
  tenantId,
  scope,
  meter,
  key: `${scope} ${meter}`,
})

/** The values of the primary key. */
export const keyValues = ({ tenantId, scope, meter }: Row): string[] => [tenantId, scope, meter]

export const isRow = 'tenant_id = ? and scope = ? and meter = ?'

/**
 * Accesses a ledger row inside its tenant and outside any transaction: usage stays counted whatever happens to
 * the work, and no other work waits for it.
 * @throws inside a transaction: on SQLite it would wait for itself
 */
export function outsideTransaction<T>(
  { tenantId }: Pick<Row, 'tenantId'>,
  work: () => Promise<T>
): Promise<T> {
  if (peekContext()?.trx) throw new Error('Spend and hold before the transaction begins.')
  return runInContext(newContext({ tenantId }), work)
}

export type Window = 'minute' | 'month'

const dayMs = 24 * 60 * 60_000

/** Longest remaining time of a window. */
export const neverLeftMs: Record<Window, number> = { minute: 60_000, month: 31 * dayMs }

/** Tolerated corrections of a clock backwards: machines correct their clocks by milliseconds at any time. */
export const toleratedMs = 1_000

/**
 * Whether a window has ended, by the database's clock. A window that ends later than a new one would comes from
 * a clock that was ahead, and starts over.
 */
export const ended = (table: string, window: Window = 'month') =>
  `(${table}.ends_at <= ${instant()} or ${table}.ends_at > ${endOf(window, toleratedMs)})`

/**
 * The end of a window that begins now.
 * @param laterMs added to the end of a minute; a month ends with the calendar
 */
export function endOf(window: Window, laterMs = 0): string {
  if (window === 'minute') return instant(60_000 + laterMs)
  return dialect() === 'postgres'
    ? `((date_trunc('month', ${instant()} at time zone 'UTC') + interval '1 month') at time zone 'UTC')`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', ${instant()}, 'start of month', '+1 month')`
}
