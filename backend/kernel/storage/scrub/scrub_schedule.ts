import { jobRef, schedule } from '../../jobs/reference.js'
import type { ScrubPosition } from './scrub.js'

/** Verifies all content from a position on, or from the start. */
export const scrubContent = jobRef<{ after?: ScrubPosition }>('storage.scrub')

/** Every chunk is read once a week, because disks lose bits over time. */
export const scrubWeekly = schedule({
  name: 'storage.scrub',
  cron: '0 3 * * 0',
  job: scrubContent,
  payload: {},
})
