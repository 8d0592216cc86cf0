import { connect } from 'node:net'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import { freePort } from '@crossdock/backend/testing'
import { until } from '../../testing/index.js'
import { enqueue, jobRef, Workers } from '../index.js'
import { JobLab } from './job_lab.js'

const calling = jobRef<object>('test.calling')

test.group('an unreachable server that a job calls', () => {
  // Red when every refused connection is taken for the database's.
  test('is logged as a failure of the job, and each attempt counts', async ({
    assert,
    cleanup,
  }) => {
    const lab = await JobLab.open()
    const messages: string[] = []
    const destination = new Writable({
      write(line, _encoding, done) {
        messages.push((JSON.parse(String(line)) as { msg: string }).msg)
        done()
      },
    })
    const port = await freePort()
    const job = {
      name: calling.name,
      retry: { attempts: 3, delayMs: 1 },
      handle: async () => void (await once(connect(port, '127.0.0.1'), 'connect')),
    }
    const workers = new Workers([job], new Logger({ enabled: true, destination }))
    cleanup(async () => {
      await workers.stop()
      await lab.close()
      await lab.database.remove()
    })
    await workers.start()
    await lab.as(() => enqueue(calling, {}))
    const [failed] = await until('its end', async () => {
      const jobs = await lab.jobs()
      return jobs.every(({ state }) => state === 'failed') && jobs
    })
    assert.equal(failed!.attempts, 3)
    assert.deepEqual(messages, [
      ...Array<string>(2).fill('job failed and will be retried'),
      'job failed permanently',
    ])
  })
})
