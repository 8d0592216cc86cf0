import { clock } from '../ground/clock.js'
import type { Window } from './row.js'
import { lookAt, shareOf, type Take, type Taken } from './window_rows.js'

/** What a process knows of a window that it could not write down. */
interface Owing {
  /** What was counted here alone. */
  owed: number
  /** When the window ends, by a clock that does not jump. */
  endsAt: number
}

/** A share of the row, without what was counted before nothing could be written. */
export function paid(purse: Owing, taken: Taken): Taken {
  const granted = Math.max(0, taken.granted - purse.owed)
  purse.owed = Math.max(0, purse.owed - taken.granted)
  return { ...taken, granted }
}

/**
 * A share while nothing can be written: a disk that is full locks out nobody who reads. It is counted here alone until there
 * is room, and no further than the limit.
 */
export async function takeUnwritten(purse: Owing, take: Take): Promise<Taken> {
  const { used, msLeft } = await unwritten(purse, take)
  const granted = shareOf(take, used)
  purse.owed += granted
  return { granted, used: used + granted, msLeft }
}

/** What is known of a window whose row cannot be written. */
export async function unwritten(purse: Owing, take: Take): Promise<Taken> {
  const found = await lookAt(take)
  const used = Math.max(take.floor, (found?.used ?? 0) + purse.owed)
  const running = purse.endsAt - clock.ticks()
  const msLeft = found?.msLeft ?? (running > 0 ? running : msOf(take.window))
  return { granted: 0, used, msLeft }
}

/** How long a window is that begins now. */
function msOf(window: Window): number {
  if (window === 'minute') return 60_000
  const now = clock.date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()
}
