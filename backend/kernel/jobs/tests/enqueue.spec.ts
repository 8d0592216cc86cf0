import { test } from '@japa/runner'
import { transaction } from '../../database/index.js'
import { newContext, runInContext } from '../../tenancy/index.js'
import { until } from '../../testing/index.js'
import { enqueue } from '../index.js'
import { counted, effect, JobLab, type AnyJob } from './job_lab.js'

test.group('enqueue', (group) => {
  let lab: JobLab

  group.setup(async () => {
    lab = await JobLab.open()
    return async () => {
      await lab.close()
      await lab.database.remove()
    }
  })
  group.each.teardown(() => lab.stopWorkers())

  test('adds nothing when the transaction rolls back', async ({ assert }) => {
    const work = lab.as(() =>
      transaction(async () => {
        await enqueue('test.counted', { key: 'rolled back' })
        throw new Error('changed my mind')
      })
    )
    await assert.rejects(() => work, 'changed my mind')
    assert.lengthOf(await lab.jobs(), 0)
  })

  test('is taken up at once after the commit, not before', async ({ assert }) => {
    await lab.work([counted])
    let committed = 0
    await lab.as(() =>
      transaction(async () => {
        await enqueue('test.counted', { key: 'prompt' })
        assert.notInclude(await lab.effects(), 'prompt')
      })
    )
    committed = performance.now()
    await until('the effect', async () => (await lab.effects()).includes('prompt'))
    assert.isBelow(performance.now() - committed, 1_000)
  })

  test('waits for its time', async ({ assert }) => {
    const runs: number[] = []
    await lab.work([{ name: 'test.timed', handle: async () => void runs.push(Date.now()) }])
    const due = Date.now() + 400
    await lab.as(() => enqueue('test.timed', {}, { runAt: new Date(due) }))
    await until('the run', () => runs.length > 0)
    assert.isAtLeast(runs[0]!, due)
    assert.isBelow(runs[0]!, due + 500)
  })

  test('holds a unique key while the job waits or runs', async ({ assert }) => {
    const add = (tenant?: string) =>
      lab.as(() => enqueue('test.slow', {}, { uniqueKey: 'nightly' }), tenant)
    assert.isString(await add())
    assert.isNull(await add())
    assert.isString(await add('birch'), 'keys of tenants are their own')

    const running = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const slow: AnyJob = {
      name: 'test.slow',
      async handle() {
        running.resolve()
        await gate.promise
      },
    }
    await lab.work([slow])
    await running.promise
    assert.isNull(await add())
    gate.resolve()
    await lab.idle()
    assert.isString(await add())
    await lab.idle()
  })

  test('more urgent jobs of a tenant come first', async ({ assert }) => {
    const order: unknown[] = []
    for (const priority of [9, 5, 0]) {
      await lab.as(() => enqueue('test.urgent', { priority }, { priority }))
    }
    const urgent: AnyJob = {
      name: 'test.urgent',
      handle: async ({ payload }) => void order.push(payload.priority),
    }
    await lab.work([urgent], { concurrency: 1 })
    await lab.idle()
    assert.deepEqual(order, [0, 5, 9])
  })

  test('outside any tenant the job belongs to none', async ({ assert }) => {
    await runInContext(newContext(), () => enqueue('test.common', { key: 'of nobody' }))
    const common: AnyJob = {
      name: 'test.common',
      handle: (job) => job.finish(() => effect(String(job.payload.key))),
    }
    await lab.work([common])
    await lab.idle()
    assert.include(await lab.effects(), 'of nobody')
  })
})
