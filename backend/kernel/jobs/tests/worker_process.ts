import { setTimeout as delay } from 'node:timers/promises'
import { now, unscoped } from '../../database/index.js'
import { enqueue, jobRef, LeaseLost } from '../index.js'
import { currentTenantId } from '../../tenancy/index.js'
import { effect, JobLab, type AnyJob } from './job_lab.js'

/**
 * A worker in a process of its own, for tests that kill or freeze it. It says `ready`, then
 * `begun <key>` for each job and `lost <key>` when a job was taken over; `enqueue <key>` adds one.
 */
const [task, lease, dataDir, databaseUrl] = process.argv.slice(2)
const lab = await JobLab.open({
  dataDir: dataDir!,
  databaseUrl: databaseUrl || undefined,
  remove: async () => {},
})

const slow: AnyJob = {
  name: 'test.slow',
  async handle(job) {
    const key = String(job.payload.key)
    console.log(`begun ${key}`)
    await delay(Number(job.payload.ms))
    try {
      await job.finish(() => effect(key))
    } catch (error) {
      if (error instanceof LeaseLost) console.log(`lost ${key}`)
      throw error
    }
  },
}

/** Fails for good when another one of its key works in any process: an id is given once. */
const alone: AnyJob = {
  name: 'test.alone',
  retry: { attempts: 1 },
  async handle(job) {
    const key = String(job.payload.key)
    const id = `alone ${Number(key) % 3}`
    const row = { id, tenant_id: currentTenantId(), created_at: now(), job: 'alone' }
    await unscoped().table('job_effects').insert(row)
    console.log(`alone ${key}`)
    await unscoped().from('job_effects').where('id', id).delete()
    await job.finish(() => effect(key))
  },
}

if (task === 'work')
  await lab.work([slow, alone], { concurrency: 10, leaseMs: Number(lease), lookMs: 500 })
else await lab.as(() => enqueue(jobRef('test.slow'), { key: task, ms: 0 }))
console.log('ready')
