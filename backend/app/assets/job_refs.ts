import { jobRef, schedule } from '@crossdock/kernel/jobs'

/** Gives up uploads that nobody went on with. */
export const expireUploads = jobRef<Record<string, never>>('assets.expireUploads')

export const expireUploadsHourly = schedule({
  name: 'assets.expireUploads',
  cron: '41 * * * *',
  job: expireUploads,
  payload: {},
})

/** Draws the thumbnail of a content. A few at a time, in each process one behind the other. */
export const makeThumbnail = jobRef<{ contentId: string }>('assets.makeThumbnail', { limit: 4 })

/** The same in the slow lane, for pictures that exceed a first try. `lost`: how many processes the picture has ended there. */
export const makeThumbnailSlowly = jobRef<{ contentId: string; lost: number }>(
  'assets.makeThumbnailSlowly',
  { limit: 2 }
)

/** Deletes what is left of an asset that was purged. */
export const purgeRest = jobRef<{ assetId: string }>('assets.purgeRest')

/** Purges what of a tenant has lain in the trash since before a time. */
export const purgeOld = jobRef<{ before: string }>('assets.purgeOld', { limit: 2 })
