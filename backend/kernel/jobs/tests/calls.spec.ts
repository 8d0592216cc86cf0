// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { transaction, unscoped } from '../../database/index.js'
import { asOperator, currentContext } from '../../tenancy/index.js'
import { soonMs, until } from '../../testing/index.js'
import { cancelJob, enqueue, jobRef, type RunningJob } from '../index.js'
import { counted, effect, JobLab, type AnyJob } from './job_lab.js'

/** Outside systems that answer when a test says so; `pending` lists the waiting calls in order. */
class Partners {
  readonly pending: { key: string; tenant: string; answer: () => void }[] = []

  ask({ payload, signal }: RunningJob<Record<string, unknown>>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => this.pending.splice(this.pending.indexOf(call), 1)
    const call = {
      key: String(payload.key),
      tenant: currentContext().tenantId!,
      answer: () => (leave(), resolve()),
    }
    this.pending.push(call)
    signal.addEventListener('abort', () => (leave(), reject(signal.reason as Error)))
    return promise
  }

  of(tenant: string) {
    return this.pending.filter((call) => call.tenant === tenant)
  }
}

test.group('calls', (group) => {
  let lab: JobLab
  let partners: Partners
  let asking: AnyJob

  group.each.setup(async () => {
    lab = await JobLab.open()
    partners = new Partners()
    asking = {
      name: 'test.asking',
      async handle(job) {
        const target = String(job.payload.target)
        if (!job.reserve(target)) return job.lineUp(target)
        await job.outside(() => partners.ask(job))
        await job.finish(() => effect(String(job.payload.key)))
      },
    }
    return async () => {
      await lab.close()
      await lab.database.remove()
    }
  })

  /** Adds jobs that call `target`; `declared` when the queue knows the target in advance. */
  const add = (target: string, keys: string[], { tenant = 'acme', declared = true } = {}) =>
    lab.as(
      () =>
        transaction(async () => {
          const options = declared ? { target } : {}
          for (const key of keys) await enqueue(jobRef('test.asking'), { target, key }, options)
        }),
      tenant
    )
  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${name} ${n}`)
  const done = (key: string) =>
    until(`${key} to be done`, async () => (await lab.effects()).includes(key))

  // Red when outside() does not leave the roster.
  test('a job that waits for an answer takes no worker slot', async ({ assert }) => {
    await lab.work([asking, counted], { concurrency: 2 })
    await add('slow', numbered('call', 10))
    await until('all to wait', () => partners.pending.length === 10)
    await lab.as(() => enqueue(jobRef('test.counted'), { key: 'same tenant' }))
    await done('same tenant')
    assert.lengthOf(partners.pending, 10)
    for (const { answer } of Array.from(partners.pending)) answer()
    await lab.idle()
    assert.lengthOf(await lab.effects(), 11)
  })

  // Red when Roster.enter() readmits all attempts together.
  test('jobs with answers continue one after the other', async ({ assert }) => {
    let working = 0
    let most = 0
    const busy: AnyJob = {
      name: 'test.busy',
      async handle(job) {
        job.reserve('slow')
        await job.outside(() => partners.ask(job))
        most = Math.max(most, ++working)
        await job.commit(async () => {})
        working--
      },
    }
    await lab.work([busy], { concurrency: 2 })
    for (const key of numbered('call', 10))
      await lab.as(() => enqueue(jobRef('test.busy'), { key }))
    await until('all to wait', () => partners.pending.length === 10)
    for (const { answer } of Array.from(partners.pending)) answer()
    await lab.idle()
    assert.equal(most, 2)
  })

  for (const declared of [true, false]) {
    // Red when a claim does not skip full lanes (it never ends), when Calls has no limit per target, or when
    // nothing is claimed once a slot is free.
    test(`jobs behind a system that hangs wait in order and block no others; target ${declared ? 'declared' : 'discovered'}`, async ({
      assert,
    }) => {
      await lab.work([asking, counted], { concurrency: 4, callsPerTarget: 2 })
      await add('dead', numbered('dead', 30), { declared })
      await until('the first calls', () => partners.pending.length === 2)
      await add('fine', ['fine'], { declared })
      await lab.as(() => enqueue(jobRef('test.counted'), { key: 'plain' }))
      await add('dead', ['same name'], { tenant: 'birch', declared })
      await done('plain')
      await until('the rest to line up', async () => {
        const jobs = await lab.jobs()
        const lined = jobs.filter((job) => job.state === 'waiting' && job.lane === 'acme/dead')
        return lined.length === 28
      })
      const calls = () => partners.pending.map(({ key }) => key)
      await until('the others', () => partners.pending.length === 4)
      assert.sameMembers(calls(), ['dead 0', 'dead 1', 'fine', 'same name'])
      const running = (await lab.jobs()).filter(({ state }) => state === 'running')
      assert.lengthOf(running, 4)

      const order: string[] = []
      while (order.length < 32) {
        await until('the next call', () => partners.pending.length > 0)
        assert.isAtMost(partners.of('acme').length, 3)
        const next = partners.pending[0]!
        order.push(next.key)
        next.answer()
      }
      assert.deepEqual(
        order.filter((key) => key.startsWith('dead')),
        numbered('dead', 30)
      )
      await lab.idle()
    })
  }

  // Red when Calls has no share per tenant.
  test('a tenant with many systems that hang leaves calls for the others', async ({ assert }) => {
    await lab.work([asking], { calls: 12, callsPerTarget: 2 })
    for (const target of numbered('dead', 10)) await add(target, [`${target} a`, `${target} b`])
    await until('its share', () => partners.of('acme').length === 6)
    await add('alive', ['of birch'], { tenant: 'birch' })
    await until('the other tenant', () => partners.of('birch').length === 1)
    partners.of('birch')[0]!.answer()
    await done('of birch')
    assert.lengthOf(partners.of('acme'), 6)
    for (let ended = 0; ended < 20; ended++) {
      await until('the next call', () => partners.pending.length > 0)
      assert.isAtMost(partners.pending.length, 6)
      partners.pending[0]!.answer()
    }
    await lab.idle()
  })

  // Red when leavePlace() is not called for an attempt that ends without its answer.
  test('a cancelled call ends at once and frees its slot for the next', async ({ assert }) => {
    await lab.work([asking], { callsPerTarget: 1 })
    await add('dead', ['first', 'second'])
    await until('the first call', () => partners.pending.length === 1)
    const [first] = await lab.jobs()
    await lab.as(() => transaction(() => cancelJob(first!.id)))
    await until('the second call', () => partners.pending[0]?.key === 'second')
    partners.pending[0]!.answer()
    await lab.idle()
    assert.deepEqual(await lab.effects(), ['second'])
  })

  // Red when unique keys are compared within a lane.
  test('a unique key is unique over all lanes of the tenant', async ({ assert }) => {
    await lab.work([asking], { callsPerTarget: 1 })
    await add('dead', ['first'])
    await until('the first call', () => partners.pending.length === 1)
    const again = () =>
      lab.as(() => enqueue(jobRef('test.asking'), { target: 'dead', key: 'x' }, { uniqueKey: 'x' }))
    assert.isString(await again())
    await until('it to line up', async () =>
      (await lab.jobs()).some(({ state, lane }) => state === 'waiting' && lane === 'acme/dead')
    )
    assert.isNull(await again())
    while ((await lab.jobs()).length > 0) {
      partners.pending[0]?.answer()
      await new Promise((resolve) => setImmediate(resolve))
    }
  })

  // Red when releaseJobs() skips jobs that wait for an answer.
  test('stop returns calls that are not answered in time', async ({ assert }) => {
    await lab.work([asking], { drainMs: soonMs })
    await add('dead', ['kept'])
    await until('the call', () => partners.pending.length === 1)
    await lab.stopWorkers()
    assert.lengthOf(partners.pending, 0)
    assert.containSubset(await lab.jobs(), [{ state: 'waiting', losses: 0, lane: 'acme/dead' }])
    await lab.work([asking])
    await until('the call', () => partners.pending.length === 1)
    partners.pending[0]!.answer()
    await done('kept')
  })
})

test.group('lost attempts', (group) => {
  let lab: JobLab

  group.each.setup(async () => {
    lab = await JobLab.open()
    return async () => {
      await lab.close()
      await lab.database.remove()
    }
  })

  /** Changes a job's row as the death of its process would. */
  const lose = (losses: number) =>
    asOperator('pretend a crash', () =>
      unscoped()
        .from('jobs')
        .update({ state: 'running', worker: 1, token: 1, losses, lease_until: '2020-01-01' })
    )

  // Red when commit() resets losses to 0.
  test('a commit does not reset them, progress does', async ({ assert }) => {
    const seen: number[] = []
    const look = async () => seen.push((await lab.jobs())[0]!.losses)
    const careful: AnyJob = {
      name: 'test.careful',
      async handle(job) {
        seen.push(job.losses)
        await job.commit(async () => {})
        await look()
        await job.commit(async () => {}, { progress: true })
        await look()
      },
    }
    await lab.as(() => enqueue(jobRef('test.careful'), {}))
    await asOperator('pretend crashes', () => unscoped().from('jobs').update({ losses: 3 }))
    await lab.work([careful])
    await lab.idle()
    assert.deepEqual(seen, [3, 3, 0])
  })

  // Red when reclaimJobs() reschedules every lost job immediately.
  test('a job lost once continues immediately, one lost again waits', async ({ assert }) => {
    await lab.as(() => enqueue(jobRef('test.counted'), { key: 'once' }))
    await lose(0)
    await lab.work([counted])
    await lab.idle()
    await lab.stopWorkers()
    await lab.as(() => enqueue(jobRef('test.counted'), { key: 'again' }))
    await lose(6)
    await lab.work([counted])
    const [job] = await lab.jobs()
    assert.containSubset(job, { state: 'scheduled', losses: 7 })
    assert.isAbove(Date.parse(job!.run_at), Date.now() + 20_000)
  })
})
