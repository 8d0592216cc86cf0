import { once } from 'node:events'
import { now, unscoped } from '../../database/index.js'
import { enqueue, jobRef, LeaseLost } from '../index.js'
import { currentTenantId } from '../../tenancy/index.js'
import { moment } from '../../testing/index.js'
import { effect, JobLab, leaseMs, looking, type AnyJob } from './job_lab.js'

/**
 * A worker process for tests that kill or freeze it. It prints `ready`, then `begun <key>` for each job and
 * `lost <key>` when a job was taken over; `enqueue <key>` adds one.
 */
const [task, dataDir, databaseUrl] = process.argv.slice(2)
const lab = await JobLab.open({
  dataDir: dataDir!,
  databaseUrl: databaseUrl || undefined,
  remove: async () => {},
})

/** Input of the test, once held jobs may continue. */
const goOn = once(process.stdin, 'data')
/** Longest duration of a job that is not held, in milliseconds. */
const longest = 20

const slow: AnyJob = {
  name: 'test.slow',
  async handle(job) {
    const key = String(job.payload.key)
    console.log(`begun ${key}`)
    await (job.payload.held ? goOn : moment(longest))
    try {
      await job.finish(() => effect(key))
    } catch (error) {
      if (error instanceof LeaseLost) console.log(`lost ${key}`)
      throw error
    }
  },
}

/** Fails finally when another job of its key runs in any process: an id is unique. */
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

if (task === 'work') await lab.work([slow, alone], { concurrency: 10, leaseMs, ...looking })
else await lab.as(() => enqueue(jobRef('test.slow'), { key: task }))
console.log('ready')
