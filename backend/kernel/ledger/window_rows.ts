import { ask, change, dialect } from '../database/database.js'
import type { Value } from '../database/drivers/driver.js'
import { msUntil } from '../database/rows/present.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import {
  outsideTransaction,
  ended,
  endOf,
  isRow,
  keyValues,
  neverLeftMs,
  type Row,
  type Window,
} from './row.js'

/** A request for a share of a window. */
export interface Take extends Row {
  window: Window
  limit: number
  /** At least this much, if available. */
  want: number
  /** Known usage of the running window; 0 if unknown. */
  floor: number
}

/** The share a store granted. */
export interface Taken {
  granted: number
  /** Usage of the window, including the granted share. */
  used: number
  msLeft: number
}

/** A share is a hundredth of what is left; near the limit it is one. */
export const partsOfRest = 100

type Found = { granted: number; used: number; ms_left: number }

const taken = ({ granted, used, ms_left }: Found, window: Window = 'month'): Taken => ({
  granted: Number(granted),
  used: Number(used),
  // After a clock step back, more time would be left than the window has.
  msLeft: Math.min(neverLeftMs[window], Math.max(0, Number(ms_left))),
})

const columns = '(tenant_id, scope, meter, used, granted, ends_at, elsewhere)'
const found = () => `granted, used, ${msUntil('ends_at')} as ms_left`
const num = 'cast(? as bigint)'

/** SQL with the values of its placeholders. */
interface Sql {
  sql: string
  values: Value[]
}

function join(strings: TemplateStringsArray, ...parts: (Sql | string)[]): Sql {
  const values: Value[] = []
  const sql = strings.reduce((text, next, at) => {
    const part = parts[at - 1]!
    if (typeof part === 'string') return text + part + next
    values.push(...part.values)
    return text + part.sql + next
  })
  return { sql, values }
}

const place = (value: number): Sql => ({ sql: num, values: [value] })
const larger = () => (dialect() === 'postgres' ? 'greatest' : 'max')
const smaller = () => (dialect() === 'postgres' ? 'least' : 'min')

/** Current usage of the row's window; 0 if it has ended. */
const usedNow = ({ floor, window }: Pick<Take, 'floor' | 'window'>): Sql =>
  join`(case when ${ended('ledger_windows', window)} then 0 else ${larger()}(ledger_windows.used, ${place(floor)}) end)`

/** Size of a share. */
export function shareOf({ limit, want }: Pick<Take, 'limit' | 'want'>, used: number): number {
  const rest = Math.max(0, limit - used)
  return Math.min(rest, Math.max(want, Math.floor(rest / partsOfRest)))
}

/**
 * Takes a share in the database.
 * @param evenElsewhere takes over a window that is counted in Redis
 */
export async function takeOfRow(take: Take, evenElsewhere: boolean): Promise<Taken | undefined> {
  const { limit, want, floor, window } = take
  const first = shareOf(take, floor)
  if (first === 0) return undefined
  const used = usedNow(take)
  const rest = join`(${place(limit)} - ${used})`
  const grant = join`${smaller()}(${rest}, ${larger()}(${place(want)}, ${rest} / ${String(partsOfRest)}))`
  const here = evenElsewhere
    ? 'true'
    : `(not ledger_windows.elsewhere or ${ended('ledger_windows', window)})`
  const { sql, values } = join`
    insert into ledger_windows ${columns}
    values (?, ?, ?, ${num}, ${num}, ${endOf(window)}, false)
    on conflict (tenant_id, scope, meter) do update set
      granted = ${grant}, used = ${used} + ${grant},
      ends_at = case when ${ended('ledger_windows', window)} then ${endOf(window)} else ledger_windows.ends_at end,
      elsewhere = false
    where ${used} < ${place(limit)} and ${here}
    returning ${found()}`
  const given = [...keyValues(take), floor + first, first, ...values]
  const [row] = await outsideTransaction(take, () => ask<Found>(sql, given))
  return row && taken(row, window)
}

/** What the database knows of a running window. */
export async function readUsage(
  row: Row & { window?: Window }
): Promise<(Taken & { elsewhere: boolean }) | undefined> {
  const sql = `select ${found()}, elsewhere from ledger_windows
    where ${isRow} and not ${ended('ledger_windows', row.window)}`
  const [one] = await outsideTransaction(row, () =>
    ask<Found & { elsewhere: unknown }>(sql, keyValues(row))
  )
  return one && { ...taken(one, row.window), granted: 0, elsewhere: Boolean(one.elsewhere) }
}

/** Usage of one meter's running windows in the database, by scope; inside a tenant, or as operator. */
export async function readUsages(
  meter: string,
  scopes: readonly string[]
): Promise<Map<string, number>> {
  const rows = await tenantTable<{ scope: string; used: unknown }>('ledger_windows')
    .where('meter', meter)
    .whereIn('scope', [...scopes])
    .whereRaw(`not ${ended('ledger_windows')}`)
    .select('scope', 'used')
  return new Map(rows.map(({ scope, used }) => [scope, Number(used)]))
}

/** Total usage of one meter's running windows; inside a tenant, or as operator of all. */
export async function readTotalUsage(meter: string): Promise<number> {
  const [sum] = await tenantTable<{ used: unknown }>('ledger_windows')
    .where('meter', meter)
    .whereRaw(`not ${ended('ledger_windows')}`)
    .sum('used as used')
  return Number(sum?.used ?? 0)
}

/**
 * Hands a window over to Redis: the database grants no more shares.
 * @returns what the database knows of the window
 */
export async function handOverToRedis(
  take: Pick<Take, keyof Row | 'window' | 'floor'>
): Promise<Taken> {
  const used = usedNow(take)
  const { sql, values } = join`
    insert into ledger_windows ${columns}
    values (?, ?, ?, ${num}, 0, ${endOf(take.window)}, true)
    on conflict (tenant_id, scope, meter) do update set
      granted = 0, used = ${used},
      ends_at = case when ${ended('ledger_windows', take.window)} then ${endOf(take.window)} else ledger_windows.ends_at end,
      elsewhere = true
    returning ${found()}`
  const given = [...keyValues(take), take.floor, ...values]
  const [row] = await outsideTransaction(take, () => ask<Found>(sql, given))
  return taken(row!, take.window)
}

/** Records the known usage of a running window; the larger value wins. */
export async function raiseUsage(row: Row, used: number): Promise<void> {
  const sql = `update ledger_windows set used = ${larger()}(used, ${num})
    where ${isRow} and not ${ended('ledger_windows')}`
  await outsideTransaction(row, () => change(sql, [used, ...keyValues(row)]))
}

/**
 * Records a lower usage after shares were returned to Redis; otherwise the old value would apply later. A
 * higher value was written by another process and stays.
 */
export async function lowerUsage(row: Row, used: number, unspent: number): Promise<void> {
  const sql = `update ledger_windows set used = ${num}
    where ${isRow} and not ${ended('ledger_windows')} and used > ${num} and used <= ${num}`
  await outsideTransaction(row, () => change(sql, [used, ...keyValues(row), used, used + unspent]))
}

/** Returns an unused share. */
export async function giveToRow(row: Row, unspent: number): Promise<void> {
  const sql = `update ledger_windows set used = ${larger()}(0, used - ${num})
    where ${isRow} and not ${ended('ledger_windows')}`
  await outsideTransaction(row, () => change(sql, [unspent, ...keyValues(row)]))
}
