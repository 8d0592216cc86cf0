import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { now } from '@crossdock/kernel/database'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { contentStore, collectSoon } from '@crossdock/kernel/storage'
import { inTenant } from '@crossdock/kernel/tenancy'
import { recordThumbnail, enqueueSlowThumbnail } from '../actions/make_thumbnail.js'
import { purgeIfTrashed, purgeSome, rowsPerSlice } from '../actions/purge_asset.js'
import {
  expireUploads,
  makeThumbnail,
  makeThumbnailSlowly,
  purgeOld,
  purgeRest,
} from '../job_refs.js'
import { Upload } from '../models/upload.js'
import {
  BudgetUsedUp,
  slowPictures,
  thumbnailPictures,
  type Pictures,
} from '../pictures/pictures.js'
import { drawThumbnail, type Drawn } from '../pictures/thumbnail.js'
import { findThumbnail } from '../pictures/find_thumbnail.js'
import { trashedBefore } from '../queries/old_trash.js'
import { endUpload } from '../uploads/end_upload.js'

const hour = 60 * 60_000
const purgedAtOnce = 50
/** Retry without limit: hidden rows must not stay forever. */
const untilDone = { attempts: Number.MAX_SAFE_INTEGER, delayMs: 1_000, maxDelayMs: hour }

const rest = defineJob(purgeRest, {
  retry: untilDone,
  async handle(job) {
    const { assetId } = job.payload
    const slice = () => purgeSome(assetId, rowsPerSlice)
    while (!(await job.commit(slice, { progress: true }))) await setImmediate()
    await job.finish(collectSoon)
  },
})

/** No current code enqueues this job. An earlier version may have left some for a tenant that was closed then. */
const old = defineJob(purgeOld, {
  async handle(job) {
    const { before } = job.payload
    for (let purged = 1; purged > 0;) {
      purged = 0
      for (const id of await trashedBefore(before, purgedAtOnce)) {
        if (await job.commit(() => purgeIfTrashed(id), { progress: true })) purged++
        await setImmediate()
      }
    }
  },
})

const uploadsAtATime = 200

const expire = defineJob(expireUploads, {
  async handle() {
    for (;;) {
      const expired = await Upload.query().where('expires_at', '<=', now()).limit(uploadsAtATime)
      for (const upload of expired) {
        await inTenant(upload.tenantId, () => endUpload(upload))
        await setImmediate()
      }
      if (expired.length < uploadsAtATime) return
    }
  },
})

/** Retries while the disk or the bucket cannot be read. */
const untilRead = { attempts: 10, delayMs: 10_000, maxDelayMs: hour }

const thumbnail = defineJob(makeThumbnail, {
  retry: untilRead,
  async handle(job) {
    const { contentId } = job.payload
    const drawn = await drawUnlessKnown(job, thumbnailPictures(), contentId)
    if (drawn === 'lost') await job.finish(() => enqueueSlowThumbnail(contentId, 0))
  },
})

/** Crashes before a picture counts as too large. A single crash may be due to the machine or a restart. */
const mostLost = 2

const slowThumbnail = defineJob(makeThumbnailSlowly, {
  retry: untilRead,
  async handle(job) {
    const { contentId } = job.payload
    const lost = job.payload.lost + 1
    if ((await drawUnlessKnown(job, slowPictures(), contentId)) !== 'lost') return
    await job.finish(() =>
      lost >= mostLost
        ? recordThumbnail(contentId, 'too_large')
        : enqueueSlowThumbnail(contentId, lost)
    )
  },
})

/** Draws and records a thumbnail, unless one is recorded. Delays the job while the tenant's budget is used up. */
async function drawUnlessKnown(
  job: RunningJob,
  lane: Pictures,
  contentId: string
): Promise<Drawn | undefined> {
  if (await findThumbnail(contentId)) return undefined
  try {
    const drawn = await drawThumbnail(lane, contentId)
    if (typeof drawn === 'string') return drawn
    const outcome = 'reason' in drawn ? drawn.reason : await stored(drawn.picture)
    await job.finish(() => recordThumbnail(contentId, outcome))
    return drawn
  } catch (error) {
    if (!(error instanceof BudgetUsedUp)) throw error
    await job.resumeAt(error.until)
    return undefined
  }
}

const stored = (picture: Uint8Array) =>
  contentStore.use().write(Readable.from([picture]), { maxBytes: picture.length })

export default [rest, old, expire, thumbnail, slowThumbnail]
