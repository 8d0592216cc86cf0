import { lastTimes, nextTime } from '@crossdock/kernel/jobs'
import type { SkipReason } from '../event_types.js'
import type { ScheduleRules } from './config.js'

const minute = 60_000

/**
 * A run that starts within this delay counts as on time: no process may have been free, or many schedules
 * were due together.
 */
export const onTimeMs = minute
/** Maximum number of missed or waiting times that are kept. */
export const mostKept = 100
/** While a run waits, it is checked after a quarter of the previous run's duration, within these bounds. */
const [leastWaitMs, mostWaitMs] = [2_000, minute]
/** Two clocks of one machine differ by less than this. */
const clockToleranceMs = 5_000

/** The stored state of a schedule. */
export interface Due {
  nextAt: Date
  heldUntil: Date | null
}

/** Times that pass without a run, with the reason. */
export interface Skip {
  reason: SkipReason
  from: Date
  until: Date
}

/** The decision about a schedule that is checked. */
export interface Plan {
  /** The scheduled time of a run that starts now. */
  start?: Date
  /** The previous run is cancelled first. */
  cancels?: boolean
  skips: Skip[]
  nextAt: Date
  wakeAt: Date
  heldUntil: Date | null
}

interface Present {
  now: Date
  /** Since when the previous run has been active; null if it has ended. */
  busySince: Date | null
  isActive: boolean
}

/**
 * Decides about the next undecided time of a schedule. Each time starts one run, waits for the previous run, or is
 * skipped.
 * @throws CronFault for a schedule that cannot be read
 */
export function planDue(
  rules: ScheduleRules,
  due: Due,
  { now, busySince, isActive }: Present
): Plan {
  const { cron, timeZone, overlap } = rules
  const after = (time: Date) => nextTime(cron, timeZone, time)
  if (due.nextAt.getTime() > now.getTime() + clockToleranceMs) {
    // The check is too early, because the clock was ahead when the time was stored, and has been set back.
    const next = after(now)
    return { skips: [], nextAt: next, wakeAt: next, heldUntil: null }
  }
  const { skips, nextAt, heldUntil } = withoutMissed(rules, due, now)
  const planNext = (next: Date) => ({ skips, nextAt: next, wakeAt: next, heldUntil })
  if (nextAt > now && nextAt > due.nextAt) return planNext(nextAt)
  const skipTime = (reason: SkipReason) => {
    skips.push({ reason, from: nextAt, until: nextAt })
    return planNext(after(nextAt))
  }
  if (!isActive) return skipTime('environment')
  if (!busySince || overlap === 'cancel_oldest') {
    return { ...planNext(after(nextAt)), start: nextAt, cancels: busySince !== null }
  }
  if (overlap === 'skip') return skipTime('overlap')
  const { nextAt: first, skips: more } = limitWaiting(rules, nextAt, now)
  const quarter = (now.getTime() - busySince.getTime()) / 4
  const wait = Math.min(mostWaitMs, Math.max(leastWaitMs, quarter))
  const wakeAt = new Date(now.getTime() + wait)
  return { skips: [...skips, ...more], nextAt: first, wakeAt, heldUntil: now }
}

/** Skips missed times as the rule says. Missed times that still get a run are treated as waiting. */
function withoutMissed({ cron, timeZone, missed }: ScheduleRules, due: Due, now: Date) {
  const skips: Skip[] = []
  const { nextAt, heldUntil } = due
  const isHeld = heldUntil !== null && nextAt <= heldUntil
  const late = new Date(now.getTime() - onTimeMs)
  if (isHeld || nextAt >= late) return { skips, nextAt, heldUntil }
  const before = (time: Date, count: number) => lastTimes(cron, timeZone, time, count)
  const skip = (reason: SkipReason, first: Date) => {
    const [until] = before(first, 1)
    if (until && until >= nextAt) skips.push({ reason, from: nextAt, until })
  }
  if (missed === 'skip') {
    const next = nextTime(cron, timeZone, new Date(late.getTime() - 1))
    skip('missed', next)
    return { skips, nextAt: next, heldUntil: null }
  }
  if (missed === 'all' && areFew(nextAt, now)) return { skips, nextAt, heldUntil: now }
  // One run replaces all missed times, including one that is on time.
  const kept = before(new Date(now.getTime() + 1), missed === 'one' ? 1 : mostKept)
  const first = kept.find((time) => time >= nextAt) ?? nextAt
  skip(missed === 'one' ? 'missed' : 'limit', first)
  return { skips, nextAt: first, heldUntil: now }
}

/**
 * Returns whether a period contains at most `mostKept` times, as times are at least a minute apart. Then an expensive
 * search is not needed.
 */
const areFew = (from: Date, to: Date) => to.getTime() - from.getTime() <= mostKept * minute

/** Keeps only the limitWaiting times if very many wait. */
function limitWaiting({ cron, timeZone }: ScheduleRules, nextAt: Date, now: Date) {
  const skips: Skip[] = []
  if (areFew(nextAt, now)) return { nextAt, skips }
  const [earliest] = lastTimes(cron, timeZone, now, mostKept)
  if (!earliest || earliest <= nextAt) return { nextAt, skips }
  const [until = nextAt] = lastTimes(cron, timeZone, earliest, 1)
  skips.push({ reason: 'limit', from: nextAt, until })
  return { nextAt: earliest, skips }
}
