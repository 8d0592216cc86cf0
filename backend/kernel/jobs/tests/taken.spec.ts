import { test } from '@japa/runner'
import { transaction } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import { until } from '../../testing/index.js'
import { enqueue, enqueueAll, jobRef } from '../index.js'
import { offerTo, type Taker } from '../taker.js'
import { counted, effect, JobLab, type AnyJob } from './job_lab.js'

const ref = jobRef<{ key: string }>('test.counted')

/** A job that stays until it is let go. */
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
        const jobs = Array.from({ length: count }, (_, n) => ({ payload: { key: String(n) } }))
        await enqueueAll(ref, jobs)
        return states()
      })
    )

  // Red when insertTaken() is left out (every job waits to be claimed), or takes all of a transaction.
  test('are claimed as they are added: one of a transaction', async ({ assert }) => {
    await lab.work([counted])
    let rounds = 0
    // While the worker looks for others, all line up.
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
  test('are nothing when it is rolled back', async ({ assert }) => {
    await lab.work([counted])
    const failing = lab.as(() =>
      transaction(async () => {
        await enqueue(ref, { key: 'never' })
        throw new Error('stop')
      })
    )
    await assert.rejects(() => failing, 'stop')
    await added(1)
    await lab.idle()
    assert.deepEqual(await lab.effects(), ['0'])
  })

  test('line up where nobody knows them or is there', async ({ assert }) => {
    assert.deepEqual(await added(1), ['waiting'])
    await lab.work([])
    assert.deepEqual((await added(1)).slice(-1), ['waiting'])
    await lab.work([counted])
    await lab.idle()
  })

  // Red when the room is not looked at (isOpenTo): a tenant would work on more than its share.
  test('line up where their tenant has its share, and leave the others theirs', async ({
    assert,
  }) => {
    const held = new Held()
    await lab.work([held], { concurrency: 4 })
    const add = (key: string, tenant = 'acme') =>
      inTenant(tenant, () => enqueue(jobRef<{ key: string }>('test.held'), { key }))
    for (const key of ['a', 'b', 'c', 'd', 'e']) await add(key)
    await until('its share to work', async () => held.begun.length === 3)
    await add('birch', 'birch')
    await until('the other', async () => held.begun.includes('birch'))
    assert.deepEqual((await states()).filter((state) => state === 'waiting').length, 2)
    held.release()
    await lab.idle()
    assert.lengthOf(await lab.effects(), 6)
  })

  // Red when #beginTaken() does not look again: what was taken while there was room would begin beyond it.
  test('line up after all when the room is gone at the commit', async ({ assert }) => {
    const held = new Held()
    await lab.work([held], { concurrency: 1 })
    const opened = Promise.withResolvers<void>()
    const add = (key: string, wait?: Promise<void>) =>
      transaction(async () => {
        await enqueue(jobRef<{ key: string }>('test.held'), { key })
        await wait
      })
    // On SQLite the second waits for the first's commit, and finds the room taken.
    const both = [lab.as(() => add('first', opened.promise)), lab.as(() => add('second'))]
    opened.resolve()
    await Promise.all(both)
    await until('one to begin', async () => held.begun.length === 1)
    await until('the other to wait', async () => (await states()).includes('waiting'))
    assert.lengthOf(held.begun, 1)
    held.release()
    await lab.idle()
    assert.lengthOf(await lab.effects(), 2)
  })

  // Red when a job that was taken, and of whose commit nobody heard, keeps its lease for ever.
  test('are found by another worker when theirs never hears of the commit', async ({ assert }) => {
    const deaf: Taker = { worker: 7, leaseMs: 1, isFree: () => true, begin: () => undefined }
    const end = offerTo(deaf)
    assert.deepEqual(await added(1), ['running'])
    end()
    await lab.work([counted], { lookMs: 50 })
    await lab.idle()
    assert.deepEqual(await lab.effects(), ['0'])
  })
})
