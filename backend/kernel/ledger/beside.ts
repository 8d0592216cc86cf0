import { perApplication } from '../ground/application.js'
import type { Row } from './row.js'

/** Crossdock runs as at most so many processes on one database; the bound below is for all of them. */
const mostProcesses = 256

/** What the open transactions of this process may still add, by the row of the ledger they share. */
const underWay = perApplication(() => new Map<string, number>())

/**
 * Books an amount that a transaction will add beside others, unless this process has booked as much as it may.
 * @param most what all its open transactions may add together
 * @returns how to end the booking
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
 * Whether there is so much left that transactions may add to it beside one another. Each process has at most `most` under way.
 * So what is under way anywhere fits into what was left when the last of them began, and the limit holds.
 */
export const isPlenty = (left: number, most: number): boolean => left >= most * mostProcesses
