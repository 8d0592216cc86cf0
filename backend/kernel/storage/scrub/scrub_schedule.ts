import { jobRef, schedule } from '../../jobs/reference.js'
import type { ScrubPosition } from './scrub.js'

/** Verifies all content from a position on, or from the beginning. */
export const scrubContent = jobRef<{ after?: ScrubPosition }>('storage.scrub')

/** Disks rot slowly: every chunk is read once a week. */
export const scrubWeekly = schedule({
  name: 'storage.scrub',
  cron: '0 3 * * 0',
  job: scrubContent,
  payload: {},
})
