import { transaction } from '../database/index.js'
import { enqueue, type JobDefinition } from '../jobs/index.js'
import { asOperator } from '../tenancy/index.js'
import type { ScrubPosition } from './scrub.js'
import { contentStore } from './service.js'

const name = 'storage.scrub'
const day = 24 * 60 * 60_000
/** Disks rot slowly; every chunk is read this often. */
const passEveryMs = 7 * day
/** Of the time between two turns at most a twentieth is spent reading. */
const restFactor = 19
const leastRestMs = 1_000

interface Pass {
  began: string
  after: ScrubPosition | null
}

/** Adds the one job that walks over all content, unless it is there. */
export async function ensureScrub(): Promise<void> {
  await asOperator('content is verified for all tenants together', () =>
    transaction(() => schedule({ began: new Date().toISOString(), after: null }, new Date()))
  )
}

async function schedule(pass: Pass, runAt: Date): Promise<void> {
  await enqueue(name, pass, { runAt, priority: 9, uniqueKey: name })
}

/** Reads a little, puts itself back behind a pause, and begins anew a week after it began. */
const scrub: JobDefinition<Pass & Record<string, unknown>> = {
  name,
  retry: { attempts: Number.MAX_SAFE_INTEGER, delayMs: 60_000, maxDelayMs: day },
  async handle(job) {
    const { began, after } = job.payload
    const start = performance.now()
    const reached = await contentStore.use().scrub(after)
    const rest = Math.max(leastRestMs, (performance.now() - start) * restFactor)
    const next: Pass = reached
      ? { began, after: reached }
      : { began: new Date(Date.parse(began) + passEveryMs).toISOString(), after: null }
    const runAt = reached ? Date.now() + rest : Math.max(Date.parse(next.began), Date.now() + rest)
    await job.finish(() => schedule(next, new Date(runAt)))
  },
}

export default [scrub]
