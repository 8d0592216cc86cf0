// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { transaction, unscoped } from '../../database/index.js'
import { clock } from '../../ground/clock.js'
import { asOperator, newContext, runInContext } from '../../tenancy/index.js'
import { groupInEveryClock, testClock, until } from '../../testing/index.js'
import { enqueue, enqueueAll, jobRef } from '../index.js'
import { counted, effect, JobLab, type AnyJob } from './job_lab.js'

groupInEveryClock('enqueue', (group) => {
  let lab: JobLab

  group.setup(async () => {
    lab = await JobLab.open()
    return async () => {
      await lab.close()
      await lab.database.remove()
    }
  })
  group.each.teardown(async () => {
    testClock.reset()
    await lab.stopWorkers()
  })

  test('adds nothing when the transaction rolls back', async ({ assert }) => {
    const work = lab.as(() =>
      transaction(async () => {
        await enqueue(jobRef('test.counted'), { key: 'rolled back' })
        throw new Error('changed my mind')
      })
    )
    await assert.rejects(() => work, 'changed my mind')
    assert.lengthOf(await lab.jobs(), 0)
  })

  // Red when insertRows() opens no transaction, or does not split the rows.
  test('adds many jobs together, each with its own origin, or none', async ({ assert }) => {
    const many = Array.from({ length: 2_500 }, (_, at) => ({ payload: { key: `many-${at}` } }))
    const ids = await lab.as(() => enqueueAll(jobRef('test.counted'), many))
    const rows = new Map((await lab.jobs()).map((row) => [row.id, row]))
    assert.equal(rows.size, many.length)
    ids.forEach((id, at) => assert.deepEqual(JSON.parse(rows.get(id)!.payload), many[at]!.payload))

    const payload = { key: 'more' }
    const actor = { type: 'flow' as const, id: 'f', userId: null, label: 'Flow' }
    const later = new Date(clock.now() + 3_600_000)
    const [own, called] = await lab.as(() =>
      enqueueAll(jobRef('test.counted'), [
        { payload, origin: { actor, causeId: 'because' }, runAt: later },
        { payload, target: 'partner' },
      ])
    )
    const added = new Map((await lab.jobs()).map((row) => [row.id, row]))
    assert.containSubset(added.get(own!), { state: 'scheduled', cause_id: 'because' })
    assert.deepEqual(JSON.parse(added.get(own!)!.actor), actor)
    assert.match(added.get(called!)!.lane, /\/partner$/)

    const unfit = [...many, { payload, origin: { actor: undefined as never } }]
    await assert.rejects(() => lab.as(() => enqueueAll(jobRef('test.counted'), unfit)))
    assert.lengthOf(await lab.jobs(), many.length + 2)
    await asOperator('clean up', async () => void (await unscoped().from('jobs').delete()))
  })

  test('is claimed immediately after the commit, not before', async ({ assert }) => {
    await lab.work([counted])
    await lab.as(() =>
      transaction(async () => {
        await enqueue(jobRef('test.counted'), { key: 'prompt' })
        assert.notInclude(await lab.effects(), 'prompt')
      })
    )
    // No worker polls: a job that the commit did not announce would not run.
    await until('the effect', async () => (await lab.effects()).includes('prompt'))
  })

  test('waits for its time', async ({ assert }) => {
    let runs = 0
    await lab.work([counted, { name: 'test.timed', handle: async () => void runs++ }])
    const due = clock.now() + 60_000
    await lab.as(() => enqueue(jobRef('test.timed'), {}, { runAt: new Date(due) }))
    await lab.as(() => enqueue(jobRef('test.counted'), { key: 'other' }))
    await until('another', async () => (await lab.effects()).includes('other'))
    assert.equal(runs, 0)
    testClock.advance(60_000)
    await until('the run', () => runs > 0)
  })

  test('reserves a unique key while the job waits or runs', async ({ assert }) => {
    const add = (tenant?: string) =>
      lab.as(() => enqueue(jobRef('test.slow'), {}, { uniqueKey: 'nightly' }), tenant)
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
      await lab.as(() => enqueue(jobRef('test.urgent'), { priority }, { priority }))
    }
    const urgent: AnyJob = {
      name: 'test.urgent',
      handle: async ({ payload }) => void order.push(payload.priority),
    }
    await lab.work([urgent], { concurrency: 1 })
    await lab.idle()
    assert.deepEqual(order, [0, 5, 9])
  })

  test('without a tenant the job belongs to none', async ({ assert }) => {
    await runInContext(newContext(), () => enqueue(jobRef('test.common'), { key: 'no tenant' }))
    const common: AnyJob = {
      name: 'test.common',
      handle: (job) => job.finish(() => effect(String(job.payload.key))),
    }
    await lab.work([common])
    await lab.idle()
    assert.include(await lab.effects(), 'no tenant')
  })
})
