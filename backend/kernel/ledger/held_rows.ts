import { ask, change, dialect, transaction } from '../database/database.js'
import { instant } from '../database/present.js'
import { besides, isRow, keyValues, toleratedMs, type Row } from './row.js'
import { lockRow } from './lock.js'

/** Places of a process, all of them: what it had before counts no more. */
export interface Claim extends Row {
  holder: string
  limit: number
  /** As many as there are free, up to so many. */
  want: number
  /** In use already: they are noted whatever the limit is. */
  least: number
}

/** Who has not said so for this long is gone, and its places are free. */
export const leaseMs = 30_000

/** A lease that ends later than one that begins now holds nothing: the clock of the process that took it was ahead. */
const isHeld = () => `ends_at > ${instant()} and ends_at <= ${instant(leaseMs + toleratedMs)}`

/** Takes places for a process, one process after the other. @returns how many it has now */
export function claimPlaces(claim: Claim): Promise<number> {
  return besides(claim, () =>
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

/** What all processes have together. */
export async function placesTaken(row: Row): Promise<number> {
  const sql = `select coalesce(sum(places), 0) as places from ledger_places
    where ${isRow} and ${isHeld()}`
  const [found] = await besides(row, () => ask<{ places: unknown }>(sql, keyValues(row)))
  return Number(found!.places)
}

/** Forgets what nobody holds any more. */
export async function purgePlaces(): Promise<void> {
  await change(
    `delete from ledger_places where ends_at < ${instant(-leaseMs)} or ends_at > ${instant(leaseMs + toleratedMs)}`
  )
}

/** One process alone works on a SQLite database: it knows all there is. */
export const isAlone = () => dialect() === 'sqlite'
