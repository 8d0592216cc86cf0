import { ask, change, dialect, transaction } from '../database/database.js'
import { instant } from '../database/rows/present.js'
import { outsideTransaction, isRow, keyValues, toleratedMs, type Row } from './row.js'
import { lockRow } from './lock.js'

/** All places of a process; replaces its earlier claim. */
export interface Claim extends Row {
  holder: string
  limit: number
  /** Places wanted; fewer are granted if fewer are free. */
  want: number
  /** Already in use: recorded whatever the limit is. */
  least: number
}

/** Lease time: a process that does not renew is gone, and its places are free. */
export const leaseMs = 30_000

/** A lease that ends later than a new one would comes from a clock that was ahead, and does not count. */
const isHeld = () => `ends_at > ${instant()} and ends_at <= ${instant(leaseMs + toleratedMs)}`

/**
 * Takes places for a process, one process at a time.
 * @returns its places now
 */
export function claimPlaces(claim: Claim): Promise<number> {
  return outsideTransaction(claim, () =>
    transaction(async () => {
      await lockRow(claim)
      const [others] = await ask<{ places: unknown }>(
        `select coalesce(sum(places), 0) as places from ledger_places
         where ${isRow} and holder <> ? and ${isHeld()}`,
        [...keyValues(claim), claim.holder]
      )
      const places = placesFor(claim, Number(others!.places))
      await ask(
        `insert into ledger_places (tenant_id, scope, meter, holder, places, ends_at)
         values (?, ?, ?, ?, ?, ${instant(leaseMs)})
         on conflict (tenant_id, scope, meter, holder)
         do update set places = excluded.places, ends_at = excluded.ends_at`,
        [...keyValues(claim), claim.holder, places]
      )
      return places
    })
  )
}

export const placesFor = ({ want, least, limit }: Claim, others: number): number =>
  Math.max(least, Math.min(want, limit - others))

/** Places taken by all processes. */
export async function placesTaken(row: Row): Promise<number> {
  const sql = `select coalesce(sum(places), 0) as places from ledger_places
    where ${isRow} and ${isHeld()}`
  const [found] = await outsideTransaction(row, () => ask<{ places: unknown }>(sql, keyValues(row)))
  return Number(found!.places)
}

/** Deletes expired places. */
export async function purgePlaces(): Promise<void> {
  await change(
    `delete from ledger_places where ends_at < ${instant(-leaseMs)} or ends_at > ${instant(leaseMs + toleratedMs)}`
  )
}

/** SQLite has a single process, which knows all places. */
export const isAlone = () => dialect() === 'sqlite'
