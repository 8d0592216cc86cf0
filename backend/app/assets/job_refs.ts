import { jobRef, schedule } from '@crossdock/kernel/jobs'

/** Deletes expired uploads. */
export const expireUploads = jobRef<Record<string, never>>('assets.expireUploads')

export const expireUploadsHourly = schedule({
  name: 'assets.expireUploads',
  cron: '41 * * * *',
  job: expireUploads,
  payload: {},
})

/** Draws the thumbnail of a content. At most four run at once, one in each process. */
export const makeThumbnail = jobRef<{ contentId: string }>('assets.makeThumbnail', { limit: 4 })

/**
 * Like `makeThumbnail`, in the slow lane: for pictures that a first try could not draw. `lost`: how often the
 * picture has crashed the process of that lane.
 */
export const makeThumbnailSlowly = jobRef<{ contentId: string; lost: number }>(
  'assets.makeThumbnailSlowly',
  { limit: 2 }
)

/** Deletes the rest of a purged asset. */
export const purgeRest = jobRef<{ assetId: string }>('assets.purgeRest')

/** Purges what a tenant moved to the trash before a time. */
export const purgeOld = jobRef<{ before: string }>('assets.purgeOld', { limit: 2 })
