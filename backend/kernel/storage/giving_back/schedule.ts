import { clock } from '../../ground/clock.js'
import { enqueue } from '../../jobs/enqueue.js'
import { jobRef, schedule } from '../../jobs/reference.js'
import { asOperator } from '../../tenancy/index.js'
import type { Progress } from './turns.js'

/** Adds the job below for each tenant, and deletes what is left of tenants that are gone. */
export const giveBackOfAll = jobRef<object>('storage.giveBackOfAll')

/** Gives the room back of what nobody of a tenant names any more. Two at a time: nobody is to notice. */
export const giveBack = jobRef<Progress>('storage.giveBack', { limit: 2 })

export const giveBackNightly = schedule({
  name: 'storage.giveBackOfAll',
  cron: '10 1 * * *',
  job: giveBackOfAll,
  payload: {},
})

/** As at night, but now: what lies in a former storage begins to move. */
export async function giveBackAtOnce(): Promise<void> {
  await asOperator('room is given back', () =>
    enqueue(giveBackOfAll, {}, { uniqueKey: giveBackNightly.name })
  )
}

/** One job of a tenant at a time, and behind everybody's work. */
export const quietly = { uniqueKey: 'storage.giveBack', priority: 9 }

/** What is deleted together is given back together. */
const soonMs = 10 * 60_000

/** Gives back the room of what the context's tenant has just stopped naming, in its transaction, and not only at night. */
export async function giveBackSoon(): Promise<void> {
  await enqueue(giveBack, {}, { ...quietly, runAt: new Date(clock.now() + soonMs) })
}
