import { lastTimes, nextTime } from '@crossdock/kernel/jobs'
import type { SkipReason } from '../event_types.js'
import type { ScheduleRules } from './config.js'

const minute = 60_000

/** A run that starts no later than this is on time: nobody could start it before, or many were due at once. */
export const onTimeMs = minute
/** So many times that passed, or that wait for a run before them, are kept. */
export const mostKept = 100
/** A waiting run looks again after a quarter of the time the one before has taken, within these bounds. */
const [leastWaitMs, mostWaitMs] = [2_000, minute]
/** Two clocks of one machine differ by less. */
const clockToleranceMs = 5_000

/** What a row says. */
export interface Due {
  nextAt: Date
  heldUntil: Date | null
}

/** Times that pass without a run, and why. */
export interface Skip {
  reason: SkipReason
  from: Date
  until: Date
}

/** What is to be done about a schedule that is looked at. */
export interface Plan {
  /** The time for which a run starts now. */
  start?: Date
  /** The run before is cancelled first. */
  cancels?: boolean
  skips: Skip[]
  nextAt: Date
  wakeAt: Date
  heldUntil: Date | null
}

interface Present {
  now: Date
  /** Since when the run before goes on; null when it has ended. */
  busySince: Date | null
  isActive: boolean
}

/**
 * Decides about the earliest time of a schedule for which nothing was decided yet. Every time either starts one run, waits, or
 * is named by a skip.
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
    // Looked at too early: the clock was ahead when its time was stored, and was set back.
    const next = after(now)
    return { skips: [], nextAt: next, wakeAt: next, heldUntil: null }
  }
  const { skips, nextAt, heldUntil } = withoutMissed(rules, due, now)
  const goOn = (next: Date) => ({ skips, nextAt: next, wakeAt: next, heldUntil })
  if (nextAt > now && nextAt > due.nextAt) return goOn(nextAt)
  const leaveOut = (reason: SkipReason) => {
    skips.push({ reason, from: nextAt, until: nextAt })
    return goOn(after(nextAt))
  }
  if (!isActive) return leaveOut('environment')
  if (!busySince || overlap === 'cancel_oldest') {
    return { ...goOn(after(nextAt)), start: nextAt, cancels: busySince !== null }
  }
  if (overlap === 'skip') return leaveOut('overlap')
  const { nextAt: first, skips: more } = newest(rules, nextAt, now)
  const quarter = (now.getTime() - busySince.getTime()) / 4
  const wait = Math.min(mostWaitMs, Math.max(leastWaitMs, quarter))
  const wakeAt = new Date(now.getTime() + wait)
  return { skips: [...skips, ...more], nextAt: first, wakeAt, heldUntil: now }
}

/** Leaves out what was missed, as the rule says. What the rule makes up for counts as held. */
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
  // One run stands for all of them, also for one that is on time.
  const kept = before(new Date(now.getTime() + 1), missed === 'one' ? 1 : mostKept)
  const first = kept.find((time) => time >= nextAt) ?? nextAt
  skip(missed === 'one' ? 'missed' : 'limit', first)
  return { skips, nextAt: first, heldUntil: now }
}

/** Whether no more times than are kept can lie between: they are a minute apart or more. To look for them takes long. */
const areFew = (from: Date, to: Date) => to.getTime() - from.getTime() <= mostKept * minute

/** Of very many times that wait the newest are kept. */
function newest({ cron, timeZone }: ScheduleRules, nextAt: Date, now: Date) {
  const skips: Skip[] = []
  if (areFew(nextAt, now)) return { nextAt, skips }
  const [earliest] = lastTimes(cron, timeZone, now, mostKept)
  if (!earliest || earliest <= nextAt) return { nextAt, skips }
  const [until = nextAt] = lastTimes(cron, timeZone, earliest, 1)
  skips.push({ reason: 'limit', from: nextAt, until })
  return { nextAt: earliest, skips }
}
