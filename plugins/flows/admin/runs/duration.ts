import { formatDuration } from '@crossdock/admin/kit'
import type { Execution } from '@crossdock/client'
import { workTime } from './work_time.js'

/** A duration with a space between its number and its unit. */
export const durationText = (ms: number | null): string =>
  formatDuration(ms).replace(/(\d)(?=[a-z])/gi, '$1\u00a0')

/**
 * Returns how long a run worked, and how long it waited (ms): for a time, an answer, a retry or a person. Both
 * are null before its end.
 */
export function timesOf(run: Execution): { work: number | null; wait: number | null } {
  const { duration, workDuration, startedAt, completedAt, stepResults } = run
  // A cancelled run has no duration; compute it from its times.
  const whole =
    duration ?? (startedAt && completedAt ? Date.parse(completedAt) - Date.parse(startedAt) : null)
  if (whole === null) return { work: null, wait: null }
  // A wait of less than a second counts as work.
  const work = Math.min(whole, workDuration ?? workTime(stepResults))
  const wait = whole - work
  return wait < 1_000 ? { work: whole, wait: 0 } : { work, wait }
}
