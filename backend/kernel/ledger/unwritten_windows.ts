import { clock } from '../ground/clock.js'
import type { Window } from './row.js'
import { readUsage, shareOf, type Take, type Taken } from './window_rows.js'

/** Usage of a window that a process could not write. */
interface UnwrittenUsage {
  /** Counted only in this process. */
  owed: number
  /** The end of the window, by a monotonic clock. */
  endsAt: number
}

/** Subtracts the usage counted while nothing could be written from a share of the row, and returns the rest. */
export function withoutUnwritten(share: UnwrittenUsage, taken: Taken): Taken {
  const granted = Math.max(0, taken.granted - share.owed)
  share.owed = Math.max(0, share.owed - taken.granted)
  return { ...taken, granted }
}

/**
 * A share while nothing can be written: a full disk must not lock out readers. It is counted only in this
 * process until there is room, up to the limit.
 */
export async function takeUnwritten(share: UnwrittenUsage, take: Take): Promise<Taken> {
  const { used, msLeft } = await unwritten(share, take)
  const granted = shareOf(take, used)
  share.owed += granted
  return { granted, used: used + granted, msLeft }
}

/** Usage of a window whose row cannot be written. */
export async function unwritten(share: UnwrittenUsage, take: Take): Promise<Taken> {
  const found = await readUsage(take)
  const used = Math.max(take.floor, (found?.used ?? 0) + share.owed)
  const running = share.endsAt - clock.ticks()
  const msLeft = found?.msLeft ?? (running > 0 ? running : msOf(take.window))
  return { granted: 0, used, msLeft }
}

/** Length of a window that begins now. */
function msOf(window: Window): number {
  if (window === 'minute') return 60_000
  const now = clock.date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()
}
