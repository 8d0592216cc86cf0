import { jobRef, schedule } from '../jobs/reference.js'

/** Merges old counter rows. */
export const foldCounters = jobRef<Record<string, never>>('counters.fold')

export const foldHourly = schedule({
  name: 'counters.fold',
  cron: '23 * * * *',
  job: foldCounters,
  payload: {},
})
