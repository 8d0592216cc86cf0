import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { now } from '@crossdock/kernel/database'
import { defineJob } from '@crossdock/kernel/jobs'
import { contentStore, giveBackSoon } from '@crossdock/kernel/storage'
import { inTenant } from '@crossdock/kernel/tenancy'
import { recordThumbnail } from '../actions/make_thumbnail.js'
import { purgeIfTrashed, purgeSome, rowsPerSlice } from '../actions/purge_asset.js'
import { expireUploads, makeThumbnail, purgeOld, purgeRest } from '../job_refs.js'
import { Upload } from '../models/upload.js'
import { drawThumbnail } from '../pictures/thumbnail.js'
import { findThumbnail } from '../queries/find_thumbnail.js'
import { trashedBefore } from '../queries/old_trash.js'
import { endUpload } from '../uploads/end_upload.js'

const hour = 60 * 60_000
const purgedAtOnce = 50
/** What nobody sees any more is not to stay for ever. */
const untilDone = { attempts: Number.MAX_SAFE_INTEGER, delayMs: 1_000, maxDelayMs: hour }

const rest = defineJob(purgeRest, {
  retry: untilDone,
  async handle(job) {
    const { assetId } = job.payload
    const slice = () => purgeSome(assetId, rowsPerSlice)
    while (!(await job.commit(slice, { progress: true }))) await setImmediate()
    await job.finish(giveBackSoon)
  },
})

/** No version adds it any more: of a tenant that was closed when an earlier one did, it may still rest. */
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

const thumbnail = defineJob(makeThumbnail, {
  retry: { attempts: 10, delayMs: 10_000, maxDelayMs: hour },
  async handle(job) {
    const { contentId } = job.payload
    if ((await findThumbnail(contentId)) !== undefined) return
    const drawn = await drawThumbnail(contentId, job.attempt)
    if (drawn === undefined) return
    const maxBytes = drawn?.length ?? 0
    const picture = drawn && (await contentStore.use().write(Readable.from([drawn]), { maxBytes }))
    await job.finish(() => recordThumbnail(contentId, picture))
  },
})

export default [rest, old, expire, thumbnail]
