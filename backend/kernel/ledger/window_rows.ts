import { ask, change, dialect } from '../database/database.js'
import type { Value } from '../database/driver.js'
import { msUntil } from '../database/present.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import {
  besides,
  ended,
  endOf,
  isRow,
  keyValues,
  neverLeftMs,
  type Row,
  type Window,
} from './row.js'

/** A share of what is left of a window. */
export interface Take extends Row {
  window: Window
  limit: number
  /** At least so much, if there is as much. */
  want: number
  /** What is known to be used of the window that runs; 0 where nothing is known. */
  floor: number
}

/** What a store gave. */
export interface Taken {
  granted: number
  /** Used of the window, what was granted included. */
  used: number
  msLeft: number
}

/** A part of what is left is taken at once: a hundredth, near the limit one. */
export const partsOfRest = 100

type Found = { granted: number; used: number; ms_left: number }

const taken = ({ granted, used, ms_left }: Found, window: Window = 'month'): Taken => ({
  granted: Number(granted),
  used: Number(used),
  // A clock that stepped back leaves more than there is.
  msLeft: Math.min(neverLeftMs[window], Math.max(0, Number(ms_left))),
})

const columns = '(tenant_id, scope, meter, used, granted, ends_at, elsewhere)'
const found = () => `granted, used, ${msUntil('ends_at')} as ms_left`
const num = 'cast(? as bigint)'

/** SQL with the values of its places. */
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

/** What is used of the row's window now: nothing of one that has ended. */
const usedNow = ({ floor, window }: Pick<Take, 'floor' | 'window'>): Sql =>
  join`(case when ${ended('ledger_windows', window)} then 0 else ${larger()}(ledger_windows.used, ${place(floor)}) end)`

/** How much is taken of what is left at once. */
export function shareOf({ limit, want }: Pick<Take, 'limit' | 'want'>, used: number): number {
  const rest = Math.max(0, limit - used)
  return Math.min(rest, Math.max(want, Math.floor(rest / partsOfRest)))
}

/** Takes of the database. @param evenElsewhere also what stands in Redis: the database takes over */
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
  const [row] = await besides(take, () => ask<Found>(sql, given))
  return row && taken(row, window)
}

/** What the database knows of a window that runs. */
export async function lookAt(
  row: Row & { window?: Window }
): Promise<(Taken & { elsewhere: boolean }) | undefined> {
  const sql = `select ${found()}, elsewhere from ledger_windows
    where ${isRow} and not ${ended('ledger_windows', row.window)}`
  const [one] = await besides(row, () => ask<Found & { elsewhere: unknown }>(sql, keyValues(row)))
  return one && { ...taken(one, row.window), granted: 0, elsewhere: Boolean(one.elsewhere) }
}

/** What the database knows of one meter's windows that run, by scope; inside of a tenant, or as operator of all. */
export async function lookAtMany(
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

/** What is used together of one meter's windows that run; inside of a tenant, or as operator of all. */
export async function lookAtAllOf(meter: string): Promise<number> {
  const [sum] = await tenantTable<{ used: unknown }>('ledger_windows')
    .where('meter', meter)
    .whereRaw(`not ${ended('ledger_windows')}`)
    .sum('used as used')
  return Number(sum?.used ?? 0)
}

/** Leaves a window to Redis: from here on the database gives nothing of it. @returns what it knows */
export async function leaveToRedis(
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
  const [row] = await besides(take, () => ask<Found>(sql, given))
  return taken(row!, take.window)
}

/** Notes what is known to be used of the window that runs: the larger count is the one that holds. */
export async function raise(row: Row, used: number): Promise<void> {
  const sql = `update ledger_windows set used = ${larger()}(used, ${num})
    where ${isRow} and not ${ended('ledger_windows')}`
  await besides(row, () => change(sql, [used, ...keyValues(row)]))
}

/**
 * Notes that less is used, since so much was given back to Redis: a note of before would hold when it is asked for anew. One
 * that is higher by more is somebody else's.
 */
export async function lower(row: Row, used: number, unspent: number): Promise<void> {
  const sql = `update ledger_windows set used = ${num}
    where ${isRow} and not ${ended('ledger_windows')} and used > ${num} and used <= ${num}`
  await besides(row, () => change(sql, [used, ...keyValues(row), used, used + unspent]))
}

/** Gives back what was taken and not spent. */
export async function giveToRow(row: Row, unspent: number): Promise<void> {
  const sql = `update ledger_windows set used = ${larger()}(0, used - ${num})
    where ${isRow} and not ${ended('ledger_windows')}`
  await besides(row, () => change(sql, [unspent, ...keyValues(row)]))
}
