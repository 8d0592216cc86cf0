import { peekContext, newContext, runInContext } from '../ground/context.js'
import { dialect } from '../database/database.js'
import { present } from '../jobs/sql.js'

/** One meter of an environment, or of a whole tenant. */
export interface Row {
  tenantId: string
  /** Id of the environment or of the tenant. */
  scope: string
  meter: string
  /** What it is known by in memory and in Redis. */
  key: string
}

export const rowOf = (tenantId: string, scope: string, meter: string): Row => ({
  ...{ tenantId, scope, meter, key: `${scope} ${meter}` },
})

/** The values of the primary key. */
export const keyValues = ({ tenantId, scope, meter }: Row): string[] => [tenantId, scope, meter]

export const isRow = 'tenant_id = ? and scope = ? and meter = ?'

/**
 * Asks for a row of the ledger inside of its tenant and outside of any transaction: what was spent stays so, whatever becomes
 * of the work it was spent for, and nobody waits for that.
 * @throws inside of a transaction: on SQLite it would wait for itself
 */
export function besides<T>(
  { tenantId }: Pick<Row, 'tenantId'>,
  work: () => Promise<T>
): Promise<T> {
  if (peekContext()?.trx) throw new Error('Spend and hold before the transaction begins.')
  return runInContext(newContext({ tenantId }), work)
}

/** Milliseconds until a column's time. */
export const msUntil = (column: string) =>
  dialect() === 'postgres'
    ? `cast(extract(epoch from (${column} - ${present()})) * 1000 as bigint)`
    : `cast((julianday(${column}) - julianday(${present()})) * 86400000 as bigint)`

export type Window = 'minute' | 'month'

const dayMs = 24 * 60 * 60_000

/**
 * No window that runs has so much left, even if somebody saw the clock a moment earlier: one that has was counted before
 * the clock was set back, and nobody waits until it is as late again.
 */
export const neverLeftMs: Record<Window, number> = { minute: 2 * 60_000, month: 2 * 31 * dayMs }

/** By the database's clock, as everything here: one of a process that jumps opens nothing. */
export const ended = (table: string, window: Window = 'month') =>
  `(${table}.ends_at <= ${present()} or ${table}.ends_at > ${present(neverLeftMs[window])})`

/** When a window ends that begins now. */
export function endOf(window: Window): string {
  if (window === 'minute') return present(60_000)
  return dialect() === 'postgres'
    ? `(date_trunc('month', ${present()} at time zone 'UTC') + interval '1 month') at time zone 'UTC'`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', ${present()}, 'start of month', '+1 month')`
}
