import { clock } from '../../ground/clock.js'
import { enqueue } from '../../jobs/enqueue.js'
import { jobRef, schedule } from '../../jobs/reference.js'
import { asOperator } from '../../tenancy/index.js'
import type { Progress } from './turns.js'

/** Enqueues `giveBack` for each tenant, and deletes the packs of tenants that no longer exist. */
export const giveBackOfAll = jobRef<object>('storage.giveBackOfAll')

/**
 * Frees the space of content that a tenant no longer references. At most two jobs run at a time, to limit the
 * load.
 */
export const giveBack = jobRef<Progress>('storage.giveBack', { limit: 2 })

export const giveBackNightly = schedule({
  name: 'storage.giveBackOfAll',
  cron: '10 1 * * *',
  job: giveBackOfAll,
  payload: {},
})

/** Runs the nightly job now, so that content of a former storage begins to move. */
export async function collectNow(): Promise<void> {
  await asOperator('space is freed', () =>
    enqueue(giveBackOfAll, {}, { uniqueKey: giveBackNightly.name })
  )
}

/** At most one job for each tenant, with the lowest priority. */
export const onePerTenant = { uniqueKey: 'storage.giveBack', priority: 9 }

/** Delay of the job, so that it also handles deletions until then. */
const soonMs = 10 * 60_000

/**
 * Frees the space of the context's tenant soon instead of at night. Call it in the transaction that deletes
 * content.
 */
export async function collectSoon(): Promise<void> {
  await enqueue(giveBack, {}, { ...onePerTenant, runAt: new Date(clock.now() + soonMs) })
}
