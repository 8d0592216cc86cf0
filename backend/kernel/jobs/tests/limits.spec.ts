// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { lockSpace } from '../../database/advisory_locks.js'
import { now, transaction, unscoped } from '../../database/index.js'
import { clock } from '../../ground/clock.js'
import { asOperator, currentContext } from '../../tenancy/index.js'
import { groupInEveryClock, sessionAt, soonMs, testDatabase, until } from '../../testing/index.js'
import { cancelJob, enqueue, enqueueAll, jobRef, retryJob, type WorkerLimits } from '../index.js'
import { counted, effect, JobLab, looking, type AnyJob } from './job_lab.js'
import { workerProcess } from './worker_child.js'

interface Payload {
  key: string
}

const byKey = jobRef<Payload>('test.limited', { limitPerKey: 1 })

/** A job that runs until the test ends it; records the running jobs and the highest number of them. */
class Held {
  /** In the order they began. */
  readonly begun: string[] = []
  readonly working = new Set<string>()
  most = 0
  readonly #ends = new Map<string, () => void>()
  readonly job: AnyJob = {
    name: byKey.name,
    handle: async ({ payload, signal }) => {
      const label = `${currentContext().tenantId} ${payload.key}`
      const { promise, resolve } = Promise.withResolvers<void>()
      this.begun.push(label)
      this.working.add(label)
      this.most = Math.max(this.most, this.working.size)
      this.#ends.set(label, resolve)
      signal.addEventListener('abort', () => resolve())
      await promise
      this.working.delete(label)
    },
  }

  end(label: string): void {
    this.#ends.get(label)!()
  }

  async began(...labels: string[]): Promise<void> {
    await until(`${labels} to begin`, () => labels.every((label) => this.begun.includes(label)))
  }
}

groupInEveryClock('limits of jobs', (group) => {
  let lab: JobLab

  group.each.setup(async () => {
    lab = await JobLab.open()
    return async () => {
      await lab.close()
      await lab.database.remove()
    }
  })

  const add = (key: string, limitKey = 'one', tenant = 'acme') =>
    lab.as(() => enqueue(byKey, { key }, { limitKey }), tenant)
  const states = async () =>
    Object.fromEntries(
      (await lab.jobs()).map(({ payload, state }) => [JSON.parse(payload).key, state])
    )
  /** Jobs still held at the end of a test are aborted. */
  const work = (jobs: AnyJob[], limits: Partial<WorkerLimits> = {}) =>
    lab.work(jobs, { drainMs: soonMs, ...limits })
  let signs = 0
  /** Adds one last job behind a limit. Once it has begun, every other admissible job has begun, too. */
  const settled = async () => {
    const key = `sign ${++signs}`
    const sign = jobRef<Payload>(counted.name, { limitPerKey: 1 })
    await lab.as(() => enqueue(sign, { key }, { limitKey: 'sign', priority: 9 }))
    await until('the sign', async () => (await lab.effects()).includes(key))
  }

  // Red when admitByName() does not compare its total; on PostgreSQL also without lockAdmission().
  test('by name: never more at a time, over all workers', async ({ assert }) => {
    const few = jobRef<Payload>('test.few', { limit: 3 })
    let working = 0
    let most = 0
    const job: AnyJob = {
      name: few.name,
      async handle(job) {
        most = Math.max(most, ++working)
        await lab.effects()
        working--
        await job.finish(() => effect(String(job.payload.key)))
      },
    }
    const workers = [1, 2, 3].map(() => lab.work([job], { concurrency: 20 }))
    await Promise.all(workers)
    const keys = Array.from({ length: 90 }, (_, n) => String(n))
    await Promise.all(
      keys.map((key) => lab.as(() => enqueue(few, { key }), lab.tenants[Number(key) % 2]))
    )
    await lab.idle()
    assert.sameMembers(await lab.effects(), keys)
    assert.equal(most, 3)
  })

  // Red when admitByKey() does not compare its count, or a gate lacks its tenant.
  test('by key: one after the other in order, in parallel with other keys and tenants', async ({
    assert,
  }) => {
    const held = new Held()
    await work([held.job, counted])
    await work([held.job, counted])
    for (const key of ['a1', 'a2', 'a3']) await add(key, 'a')
    await add('b1', 'b')
    await add('x1', 'a', 'birch')
    await held.began('acme a1', 'acme b1', 'birch x1')
    await settled()
    assert.lengthOf(held.begun, 3)
    held.end('acme b1')
    held.end('birch x1')
    await settled()
    assert.lengthOf(held.begun, 3)
    for (const [from, to] of [
      ['a1', 'a2'],
      ['a2', 'a3'],
    ]) {
      held.end(`acme ${from}`)
      await held.began(`acme ${to}`)
    }
    held.end('acme a3')
    await until('the limited to be done', async () => (await lab.jobs()).length === 0)
    assert.lengthOf(held.begun, 5)
  })

  // Red when a job with a place of its key is not counted while its name holds it.
  test('by name and key together', async ({ assert }) => {
    const both = jobRef<Payload>(byKey.name, { limit: 2, limitPerKey: 1 })
    const held = new Held()
    await work([held.job, counted])
    for (const key of ['a1', 'a2', 'b1', 'b2', 'c1']) {
      await lab.as(() => enqueue(both, { key }, { limitKey: key.slice(0, 1) }))
    }
    await held.began('acme a1', 'acme b1')
    await settled()
    assert.lengthOf(held.begun, 2)
    assert.containSubset(await states(), { a2: 'held_key', b2: 'held_key', c1: 'held_name' })
    held.end('acme a1')
    await held.began('acme a2')
    held.end('acme a2')
    await held.began('acme c1')
    assert.equal(held.most, 2)
  })

  // Red when tenantsInLine() does not start after the tenant that just had its turn.
  test('places of a name go to the tenants in turn', async ({ assert }) => {
    const times = { created_at: now(), updated_at: now() }
    await asOperator('make a tenant', () =>
      unscoped()
        .table('tenants')
        .insert({ id: 'cedar', name: 'c', subdomain: 'c', ...times })
    )
    const turns: string[] = []
    const turn = jobRef<object>('test.turn', { limit: 1 })
    for (const [tenant, count] of [
      ['acme', 20],
      ['birch', 4],
      ['cedar', 4],
    ] as const) {
      const many = Array.from({ length: count }, () => ({ payload: {} }))
      await lab.as(() => enqueueAll(turn, many), tenant)
    }
    const job: AnyJob = {
      name: turn.name,
      handle: async () => void turns.push(currentContext().tenantId!),
    }
    await lab.work([job])
    await lab.idle()
    const round = ['acme', 'birch', 'cedar']
    assert.deepEqual(turns.slice(0, 12), [...round, ...round, ...round, ...round])
    assert.lengthOf(turns, 28)
  })

  // Red when admitByName() does not prefer the tenant with the fewest places.
  test('a place of a name goes to a tenant that has fewer, although it just had its turn', async ({
    assert,
  }) => {
    const few = jobRef<Payload>('test.few', { limit: 3 })
    const held = new Held()
    await work([{ ...held.job, name: few.name }, counted])
    const addFew = (key: string, tenant: string) => lab.as(() => enqueue(few, { key }, {}), tenant)
    await addFew('1', 'acme')
    await addFew('2', 'acme')
    await addFew('1', 'birch')
    await held.began('acme 1', 'acme 2', 'birch 1')
    await addFew('3', 'acme')
    await addFew('2', 'birch')
    await settled()
    held.end('birch 1')
    await held.began('birch 2')
    await settled()
    assert.lengthOf(held.begun, 4)
  })

  // Red when cancelJob() does not announce the place.
  test('a job cancelled while it is held frees nothing, a running one its place', async ({
    assert,
  }) => {
    const held = new Held()
    await work([held.job, counted], { leaseMs: 600_000 })
    const first = await add('1')
    const second = await add('2')
    await add('3')
    await held.began('acme 1')
    await settled()
    assert.isTrue(await lab.as(() => transaction(() => cancelJob(second!))))
    await settled()
    assert.deepEqual(await states(), { 1: 'running', 3: 'held_key' })
    assert.isTrue(await lab.as(() => transaction(() => cancelJob(first!))))
    await held.began('acme 3')
    assert.deepEqual(held.begun, ['acme 1', 'acme 3'])
  })

  // Red when failFinally() keeps the place, or retryJob() bypasses the limit.
  test('a failed job frees its place, and queues for it when it is retried', async ({ assert }) => {
    const held = new Held()
    let fail = true
    const job: AnyJob = {
      ...held.job,
      retry: { attempts: 1 },
      async handle(job) {
        if (job.payload.key === '1' && fail) throw new Error('no')
        await held.job.handle(job)
      },
    }
    await work([job, counted])
    const first = await add('1')
    await add('2')
    await add('3')
    await held.began('acme 2')
    assert.containSubset(await states(), { 1: 'failed' })
    fail = false
    assert.isTrue(await lab.as(() => retryJob(first!)))
    await settled()
    assert.deepEqual(await states(), { 1: 'held_key', 2: 'running', 3: 'held_key' })
    held.end('acme 2')
    await held.began('acme 1')
    held.end('acme 1')
    await held.began('acme 3')
  })

  // Red when keepUnknown() keeps the place, or reactivateKnown() bypasses the limit.
  test('an unknown job frees its place, and queues for it when it becomes known', async ({
    assert,
  }) => {
    const held = new Held()
    const strangers = await work([counted])
    await add('1')
    await add('2')
    await until('both to be unknown', async () =>
      Object.values(await states()).every((state) => state === 'unknown')
    )
    await strangers.stop()
    await work([held.job, counted])
    await held.began('acme 1')
    await settled()
    assert.deepEqual(await states(), { 1: 'running', 2: 'held_key' })
  })

  // Red when reschedule() or resumeAt() keeps the place.
  test('a job that waits for its retry, or its time, frees its place', async ({ assert }) => {
    const held = new Held()
    const job: AnyJob = {
      ...held.job,
      retry: { attempts: 2, delayMs: 3_600_000, maxDelayMs: 3_600_000 },
      async handle(job) {
        if (job.payload.key === '1') throw new Error('not yet')
        if (job.payload.key === '2') return job.resumeAt(new Date(clock.now() + 3_600_000))
        await held.job.handle(job)
      },
    }
    // All are added before the first frees its place: later ones would check for it themselves.
    for (const key of ['1', '2', '3', '4']) await add(key)
    await work([job, counted])
    await held.began('acme 3')
    await settled()
    assert.deepEqual(await states(), {
      1: 'scheduled',
      2: 'scheduled',
      3: 'running',
      4: 'held_key',
    })
    // They come back before jobs added after them.
    await asOperator('let time pass', () =>
      unscoped().from('jobs').where('state', 'scheduled').update({ run_at: now() })
    )
    held.end('acme 3')
    await held.began('acme 4')
  })

  // Red without Gate.look().
  test('a place freed without a signal is found by polling', async ({ assert }) => {
    const held = new Held()
    const few = jobRef<Payload>('test.few', { limit: 1 })
    await work([held.job, { ...held.job, name: few.name }, counted], {
      ...looking,
      leaseMs: 600_000,
    })
    const first = await add('1')
    await add('2')
    const alone = await lab.as(() => enqueue(few, { key: 'few 1' }))
    await lab.as(() => enqueue(few, { key: 'few 2' }))
    await held.began('acme 1', 'acme few 1')
    await settled()
    assert.lengthOf(held.begun, 2)
    // As if the process that ended them had died right after the commit.
    await asOperator('take them away', () =>
      unscoped().from('jobs').whereIn('id', [first!, alone!]).delete()
    )
    await held.began('acme 2', 'acme few 2')
  })

  // Red when stop() does not open the gate.
  test('a stopping worker admits the next jobs for other workers', async ({ assert }) => {
    const held = new Held()
    const workers = await lab.work([held.job])
    await add('1')
    await held.began('acme 1')
    await add('2')
    await until('it to be held', async () => (await states())['2'] === 'held_key')
    const stopped = workers.stop()
    held.end('acme 1')
    await stopped
    assert.deepEqual(await states(), { 2: 'waiting' })
  })

  // Red without vacate() in reclaimJobs() and Gate.look(), which compensates for it.
  test('a dead process’s job keeps its place for an immediate retry, or frees it for a later one', async ({
    assert,
  }) => {
    const slow = jobRef<Payload & { held: boolean }>('test.slow', { limitPerKey: 1 })
    const addSlow = (key: string, limitKey: string, held = false) =>
      lab.as(() => enqueue(slow, { key, held }, { limitKey }))
    await addSlow('orphan', 'a', true)
    await addSlow('behind', 'a')
    const unlucky = await addSlow('unlucky', 'b', true)
    await addSlow('between', 'b')
    const child = workerProcess(lab)
    await child.said('begun orphan')
    await child.said('begun unlucky')
    await asOperator('pretend a loss', () =>
      unscoped().from('jobs').where('id', unlucky!).update({ losses: 1 })
    )
    await child.kill()
    // PostgreSQL may notice the death slightly after this worker's start.
    await lab.work(
      [{ name: slow.name, handle: (job) => job.finish(() => effect(String(job.payload.key))) }],
      looking
    )
    await lab.idle()
    const done = await lab.effects()
    assert.isBelow(done.indexOf('orphan'), done.indexOf('behind'))
    assert.isBelow(done.indexOf('between'), done.indexOf('unlucky'))
    assert.lengthOf(done, 4)
  })

  // Red on PostgreSQL without lockAdmission().
  test('processes share a limit', async ({ assert, cleanup }) => {
    const alone = jobRef<Payload>('test.alone', { limitPerKey: 1 })
    const children = [workerProcess(lab), workerProcess(lab)]
    cleanup(async () => void (await Promise.all(children.map(({ kill }) => kill()))))
    for (const { said } of children) await said('ready')
    const keys = Array.from({ length: 120 }, (_, n) => String(n))
    for (const key of keys) {
      await lab.as(() => enqueue(alone, { key }, { limitKey: String(Number(key) % 3) }))
    }
    await lab.idle()
    assert.deepEqual((await lab.effects()).sort(), [...keys].sort())
    const shares = children.map(({ lines }) => lines.filter((line) => line.startsWith('alone')))
    assert.isTrue(shares.every(({ length }) => length > 0))
  })
    .skip(testDatabase === 'sqlite', 'SQLite has one process')
    .tags(['long'])

  // Red when the log and the admission share a lock, or admit() waits for its lock.
  test('neither a writer of the log nor a frozen admission blocks other jobs', async ({
    assert,
  }) => {
    const limited = jobRef<Payload>(counted.name, { limitPerKey: 1 })
    const free = jobRef<Payload>(counted.name)
    const done = (key: string) => until(key, async () => (await lab.effects()).includes(key))
    await work([counted])
    await sessionAt(lab.database.databaseUrl!, async (client) => {
      await client.query('begin; select take_event_turn()')
      await lab.as(() => enqueue(limited, { key: 'during a write' }, { limitKey: 'x' }))
      await done('during a write')
      await client.query('rollback; begin')
      await client.query('select pg_advisory_xact_lock($1, 0)', [lockSpace.admission])
      await lab.as(() => enqueue(limited, { key: 'admitted later' }, { limitKey: 'x' }))
      await lab.as(() => enqueue(free, { key: 'during an admission' }))
      await done('during an admission')
      assert.notInclude(await lab.effects(), 'admitted later')
      await client.query('rollback')
    })
    await done('admitted later')
  }).skip(testDatabase === 'sqlite', 'SQLite has one process')

  // Red when admit() takes the next job, or does not retry a locked one: another worker may have locked it for
  // a moment.
  test('by {$self}: the next job is admitted when it is unlocked, and no other before it')
    .with(['key', 'name'] as const)
    .run(async ({ assert }, by) => {
      const job = by === 'key' ? byKey : jobRef<Payload>(byKey.name, { limitPerKey: 9, limit: 1 })
      const held = new Held()
      await work([held.job, counted])
      for (const key of ['a1', 'a2', 'a3']) {
        await lab.as(() => enqueue(job, { key }, { limitKey: 'a' }))
      }
      await held.began('acme a1')
      await until('the others to wait', async () => {
        const { a2, a3 } = await states()
        return a2 === `held_${by}` && a3 === a2
      })
      await sessionAt(lab.database.databaseUrl!, async (client) => {
        await client.query(`begin; select from jobs where payload::text like '%a2%' for update`)
        held.end('acme a1')
        await until('its place to be free', async () => !('a1' in (await states())))
        await settled()
        assert.deepEqual(held.begun, ['acme a1'])
        await client.query('rollback')
      })
      await held.began('acme a2')
      held.end('acme a2')
      await held.began('acme a3')
    })
    .skip(testDatabase === 'sqlite', 'SQLite has one process')

  // Red when limitsOf() or jobRef() does not check.
  test('an invalid limit is refused with a message', async ({ assert }) => {
    await assert.rejects(
      // @ts-expect-error the key is missing
      () => lab.as(() => enqueue(byKey, { key: 'x' })),
      'Jobs named "test.limited" are limited by key: enqueue them with a "limitKey".'
    )
    await assert.rejects(
      // @ts-expect-error the key is missing
      () => lab.as(() => enqueueAll(byKey, [{ payload: { key: 'x' } }])),
      /enqueue them with a "limitKey"/
    )
    await assert.rejects(
      // @ts-expect-error this job has no limit per key
      () => lab.as(() => enqueue(jobRef<Payload>('test.few'), { key: 'x' }, { limitKey: 'x' })),
      /have no "limitPerKey"/
    )
    await assert.rejects(
      () => lab.as(() => enqueue(byKey, { key: 'x' }, { limitKey: 'x'.repeat(201) })),
      /at most 200 characters/
    )
    for (const limit of [0, -1, 1.5, Number.NaN]) {
      assert.throws(() => jobRef('test.few', { limit }), /must be a whole number of at least 1/)
    }
    assert.lengthOf(await lab.jobs(), 0)
  })
})
