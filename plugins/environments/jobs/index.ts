import { setImmediate } from 'node:timers/promises'
import { defineJob } from '@crossdock/kernel/jobs'
import { environmentBelongings } from '../contracts/index.js'
import { purgeEnvironment } from '../job_refs.js'
import { TenantEnvironment } from '../models/tenant_environment.js'

const purge = defineJob(purgeEnvironment, {
  retry: { attempts: 20, delayMs: 1_000, maxDelayMs: 60_000 },
  async handle(job) {
    const { environmentId, deletedAt } = job.payload
    // If the environment was restored, do nothing. If it was deleted again, the job of that deletion handles it.
    const find = async () => {
      const row = await TenantEnvironment.query().where('id', environmentId).forUpdate().first()
      return row?.deletedAt === deletedAt ? row : undefined
    }
    for (const [, { deleteSome }] of environmentBelongings.entries()) {
      const some = async () => (await find()) !== undefined && (await deleteSome(environmentId))
      while (await job.commit(some, { progress: true })) await setImmediate()
    }
    await job.finish(async () => {
      await (await find())?.delete()
    })
  },
})

export default [purge]
