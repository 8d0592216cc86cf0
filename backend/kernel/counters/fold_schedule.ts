import { jobRef, schedule } from '../jobs/reference.js'

/** Adds up what counters have of the past. */
export const foldCounters = jobRef<Record<string, never>>('counters.fold')

export const foldHourly = schedule({
  name: 'counters.fold',
  cron: '23 * * * *',
  job: foldCounters,
  payload: {},
})
