// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { transaction } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import { testDatabase, until } from '../../testing/index.js'
import { cancelJob, enqueue, enqueueAll, jobRef } from '../index.js'
import { offerTo, type Taker } from '../job_offers.js'
import { counted, effect, JobLab, looking, type AnyJob } from './job_lab.js'

const ref = jobRef<{ key: string }>('test.counted')

/** A job that runs until the test releases it. */
class Held implements AnyJob {
  readonly name = 'test.held'
  readonly begun: string[] = []
  readonly #gate = Promise.withResolvers<void>()

  handle: AnyJob['handle'] = async (job) => {
    this.begun.push(String(job.payload.key))
    await this.#gate.promise
    await job.finish(() => effect(String(job.payload.key)))
  }

  release(): void {
    this.#gate.resolve()
  }
}

test.group('jobs that begin with the commit that adds them', (group) => {
  let lab: JobLab

  group.each.setup(async () => {
    lab = await JobLab.open()
    return async () => {
      await lab.close()
      await lab.database.remove()
    }
  })

  const states = async () => (await lab.jobs()).map(({ state }) => state)
  const added = (count: number) =>
    lab.as(() =>
      transaction(async () => {
        await enqueue(ref, { key: '0' })
        const rest = Array.from({ length: count - 1 }, (_, n) => ({ key: String(n + 1) }))
        await enqueueAll(
          ref,
          rest.map((payload) => ({ payload }))
        )
        return states()
      })
    )
  const held = jobRef<{ key: string }>('test.held')

  // Red without insertTaken() (every job waits for a claim), or when it takes all jobs of a transaction.
  test('are claimed as they are added: one per transaction', async ({ assert }) => {
    await lab.work([counted])
    let rounds = 0
    // While the worker claims others, all jobs queue.
    await until('one to be taken', async () => {
      const found = await added(3)
      rounds++
      assert.isAtLeast(found.filter((state) => state === 'waiting').length, 2)
      await lab.idle()
      return found.includes('running')
    })
    assert.lengthOf(await lab.effects(), 3 * rounds)
  })

  // Red when a taken job begins before the commit.
  test('do not exist after a rollback', async ({ assert }) => {
    const work = new Held()
    work.release()
    await lab.work([work])
    const add = (key: string, fails: boolean) =>
      lab.as(() =>
        transaction(async () => {
          await enqueue(held, { key })
          const [taken] = await states()
          if (fails) throw new Error('stop')
          return taken === 'running'
        })
      )
    await until('one to be taken', () => add('first', false))
    await lab.idle()
    await assert.rejects(() => add('never', true), 'stop')
    await add('last', false)
    await lab.idle()
    assert.notInclude(work.begun, 'never')
    assert.include(work.begun, 'last')
  })

  test('queue if no worker knows them or exists', async ({ assert }) => {
    assert.deepEqual(await added(1), ['waiting'])
    await lab.work([])
    assert.deepEqual((await added(1)).slice(-1), ['waiting'])
    // The other worker marks unknown jobs that it claims.
    await lab.work([counted], looking)
    await lab.idle()
  })

  // Red when the offer ignores the room (isOpenTo): a job that may not begin would be put back.
  test('queue if their tenant uses its share, and leave the others theirs', async ({ assert }) => {
    const work = new Held()
    await lab.work([work], { concurrency: 4 })
    const add = (key: string, tenant = 'acme') =>
      inTenant(tenant, () =>
        transaction(async () => {
          const id = await enqueue(held, { key })
          return (await lab.jobs()).find((job) => job.id === id)!.state
        })
      )
    for (const key of ['a', 'b', 'c']) await add(key)
    await until('its share to work', () => work.begun.length === 3)
    assert.deepEqual([await add('d'), await add('e')], ['waiting', 'waiting'])
    await add('birch', 'birch')
    await until('the other', () => work.begun.includes('birch'))
    assert.lengthOf(work.begun, 4)
    work.release()
    await lab.idle()
    assert.lengthOf(await lab.effects(), 6)
  })

  // Red when the offer ignores free call slots: the job would be put back and lose its position.
  test('queue if the system they call is at its limit', async ({ assert }) => {
    const open = Promise.withResolvers<void>()
    const calls: string[] = []
    const calling: AnyJob = {
      name: 'test.calling',
      async handle(job) {
        await job.outside(async () => {
          calls.push(String(job.payload.key))
          await open.promise
        })
        await job.finish(() => effect(String(job.payload.key)))
      },
    }
    await lab.work([calling, counted], { callsPerTarget: 1 })
    await until('the worker to rest', async () => (await added(1)).includes('running'))
    await lab.idle()
    const add = (key: string) =>
      lab.as(() =>
        transaction(async () => {
          const id = await enqueue(jobRef('test.calling'), { key }, { target: 'depot' })
          return (await lab.jobs()).find((job) => job.id === id)!.state
        })
      )
    assert.equal(await add('first'), 'running')
    await until('the call', () => calls.length === 1)
    assert.equal(await add('second'), 'waiting')
    open.resolve()
    await lab.idle()
    assert.deepEqual(calls, ['first', 'second'])
  })

  if (testDatabase === 'pg') {
    // Red when the taken job is added in a separate transaction: it would run without the others.
    test('are not added when one of the others cannot be', async ({ assert }) => {
      await lab.work([counted])
      await until('the worker to rest', async () => (await added(1)).includes('running'))
      await lab.idle()
      const before = await lab.effects()
      // PostgreSQL text cannot hold NUL.
      const refused = { payload: { key: 'second' }, target: '\0' }
      await assert.rejects(() =>
        lab.as(() => enqueueAll(ref, [{ payload: { key: 'first' } }, refused]))
      )
      await lab.idle()
      assert.deepEqual(await lab.effects(), before)
    })

    // Red when #beginTaken() does not check again: jobs taken while there was room would exceed it. On SQLite
    // there is one transaction at a time, and the next offer sees the running jobs.
    test('queue after all if the room is used up at the commit', async ({ assert }) => {
      const work = new Held()
      await lab.work([work, counted], { concurrency: 1 })
      await until('the worker to rest', async () => (await added(1)).includes('running'))
      await lab.idle()
      const taken: { id: string; state: string }[] = []
      const add = (key: string) =>
        lab.as(() =>
          transaction(async () => {
            const id = (await enqueue(held, { key }))!
            taken.push((await lab.jobs()).find((job) => job.id === id)!)
            await until('the other', () => taken.length === 2)
          })
        )
      await until('both to be taken', async () => {
        taken.splice(0)
        await Promise.all([add('one'), add('other')])
        if (taken.every(({ state }) => state === 'running')) return true
        for (const { id } of taken) await lab.as(() => cancelJob(id))
        await lab.idle()
        return false
      })
      await until('one to be put back', async () => (await states()).includes('waiting'))
      assert.lengthOf(await lab.jobs(), 2)
      work.release()
      await lab.idle()
    })
  }

  // Red when a taken job whose commit was missed keeps its lease forever.
  test('are found by another worker if theirs misses the commit', async ({ assert }) => {
    const deaf: Taker = { worker: 7, leaseMs: 1, isFree: () => true, begin: () => undefined }
    const end = offerTo(deaf)
    assert.deepEqual(await added(1), ['running'])
    end()
    await lab.work([counted], looking)
    await lab.idle()
    assert.deepEqual(await lab.effects(), ['0'])
  })
})
