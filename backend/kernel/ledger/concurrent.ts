import { perApplication } from '../ground/application.js'
import type { Row } from './row.js'

/** Highest number of processes on one database; the limit below covers all of them. */
const mostProcesses = 256

/** Amounts that open transactions of this process may still add, by row of the ledger. */
const underWay = perApplication(() => new Map<string, number>())

/**
 * Books an amount that a transaction will add concurrently with others, up to a limit per process.
 * @param most what all open transactions may add together
 * @returns a function that ends the booking; undefined if the limit is reached
 */
export function book({ key }: Row, amount: number, most: number): (() => void) | undefined {
  const booked = underWay()
  const total = (booked.get(key) ?? 0) + amount
  if (total > most) return undefined
  booked.set(key, total)
  return () => {
    const rest = booked.get(key)! - amount
    if (rest > 0) booked.set(key, rest)
    else booked.delete(key)
  }
}

/**
 * Whether enough is left for transactions to reserve concurrently. The reservations of a process never exceed
 * `most`. So the reservations of all processes fit into what was left when the last of them began, and the
 * limit holds.
 */
export const isPlenty = (left: number, most: number): boolean => left >= most * mostProcesses
