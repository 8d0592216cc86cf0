// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { newId, now, transaction, unscoped } from '../../database/index.js'
import { clock } from '../../ground/clock.js'
import { asOperator, currentContext, inTenant, type Context } from '../../tenancy/index.js'
import { groupInEveryClock, soonMs, testClock, testDatabase, until } from '../../testing/index.js'
import { cancelJob, checkJobs, enqueue, jobRef, LeaseLost } from '../index.js'
import { counted, effect, JobLab, looking, type AnyJob } from './job_lab.js'

groupInEveryClock('workers', (group) => {
  let lab: JobLab

  group.each.setup(async () => {
    lab = await JobLab.open()
    return async () => {
      testClock.reset()
      await lab.close()
      await lab.database.remove()
    }
  })

  test('many jobs and several workers: each counts once', async ({ assert }) => {
    await lab.work([counted], { concurrency: 20 })
    await lab.work([counted], { concurrency: 20 })
    const keys = Array.from({ length: 400 }, (_, n) => String(n))
    for (let from = 0; from < keys.length; from += 50) {
      await lab.as(() =>
        transaction(async () => {
          for (const key of keys.slice(from, from + 50))
            await enqueue(jobRef('test.counted'), { key })
        })
      )
    }
    await lab.idle()
    assert.sameMembers(await lab.effects(), keys)
    assert.lengthOf(await lab.effects(), keys.length)
  })

  test('a job runs in the context that added it', async ({ assert }) => {
    const seen: Context[] = []
    await lab.work([{ name: 'test.seen', handle: async () => void seen.push(currentContext()) }])
    const actor = { type: 'user', id: 'u1', userId: 'u1', label: 'Ada' } as const
    const given = { actor, causeId: 'cause', rootId: 'root', environmentId: 'env' }
    await inTenant('birch', () => enqueue(jobRef('test.seen'), {}), given)
    await lab.idle()
    assert.containSubset(seen[0], { ...given, tenantId: 'birch', operator: false })
  })

  test('failures are retried at growing intervals, then kept', async ({ assert }) => {
    let tries = 0
    const failing: AnyJob = {
      name: 'test.failing',
      retry: { attempts: 3, delayMs: 60_000, maxDelayMs: 600_000 },
      async handle({ attempt }) {
        tries++
        throw new Error(`try ${attempt} failed`)
      },
      failed: ({ payload }) => effect(`gave up ${payload.key}`),
    }
    await lab.work([failing])
    const begun = Date.now()
    await lab.as(() => enqueue(jobRef('test.failing'), { key: 'x' }, { uniqueKey: 'x' }))
    let passedMs = 0
    for (const [tried, waitMs] of [
      [1, 60_000],
      [2, 120_000],
    ] as const) {
      const due = await until(`try ${tried} to fail`, async () => {
        const [job] = await lab.jobs()
        return job?.state === 'scheduled' && job.attempts === tried && Date.parse(job.run_at)
      })
      assert.isAtLeast(due, begun + passedMs + waitMs)
      assert.equal(tries, tried)
      passedMs += 1.25 * waitMs
      testClock.advance(1.25 * waitMs)
    }
    await until('the failure', async () => (await lab.jobs())[0]?.state === 'failed')
    assert.equal(tries, 3)
    const [job] = await lab.jobs()
    assert.containSubset(job, { attempts: 3, last_error: 'Error: try 3 failed' })
    assert.deepEqual(await lab.effects(), ['gave up x'])
    assert.isString(await lab.as(() => enqueue(jobRef('test.failing'), {}, { uniqueKey: 'x' })))
  })

  test('an attempt that takes too long is stopped and can write nothing more', async ({
    assert,
  }) => {
    const late = Promise.withResolvers<unknown>()
    const stubborn: AnyJob = {
      name: 'test.stubborn',
      timeoutMs: 60_000,
      retry: { attempts: 2, delayMs: 1 },
      async handle(job) {
        if (job.attempt === 2) return job.finish(() => effect('second'))
        testClock.advance(60_000)
        await until('the abort', () => job.signal.aborted)
        await until('the next try', async () => (await lab.effects()).length > 0)
        await job.commit(() => effect('too late')).catch(late.resolve)
      },
    }
    await lab.work([stubborn])
    await lab.as(() => enqueue(jobRef('test.stubborn'), {}))
    assert.instanceOf(await late.promise, LeaseLost)
    assert.deepEqual(await lab.effects(), ['second'])
  })

  // Red without `token = ?` in the fence: worker, state and id are the same for both attempts.
  test('an attempt that outlives its time cannot write into the next one of the same worker', async ({
    assert,
  }) => {
    const next = Promise.withResolvers<void>()
    const late = Promise.withResolvers<unknown>()
    const zombie: AnyJob = {
      name: 'test.zombie',
      timeoutMs: 60_000,
      retry: { attempts: 5, delayMs: 1 },
      async handle(job) {
        if (job.attempt > 1) {
          next.resolve()
          await late.promise
          return job.finish(() => effect('second'))
        }
        testClock.advance(60_000)
        await next.promise
        const failure = await job.commit(() => effect('zombie')).catch((error) => error)
        late.resolve(failure ?? 'the zombie wrote')
      },
    }
    await lab.work([zombie])
    await lab.as(() => enqueue(jobRef('test.zombie'), {}))
    assert.instanceOf(await late.promise, LeaseLost)
    await lab.idle()
    assert.deepEqual(await lab.effects(), ['second'])
  })

  // Red when complete() takes a job's id as proof that it is still held.
  test('a handler that returns after its job was taken over does not end it', async ({
    assert,
  }) => {
    const robbed: AnyJob = {
      name: 'test.robbed',
      handle: ({ id, payload }) =>
        asOperator('as another worker would', async () => {
          if (payload.taken) await unscoped().from('jobs').where('id', id).increment('token', 1)
        }),
    }
    await lab.work([robbed])
    const taken = await lab.as(() => enqueue(jobRef('test.robbed'), { taken: true }))
    await lab.as(() => enqueue(jobRef('test.robbed'), {}))
    await until('the other to be done', async () => (await lab.jobs()).length < 2)
    await lab.stopWorkers()
    assert.deepEqual(
      (await lab.jobs()).map(({ id }) => id),
      [taken]
    )
  })

  // Red when failFinally() runs `failed` although the job is no longer held.
  test('an attempt that fails after its job was taken over does not give it up', async ({
    assert,
  }) => {
    const robbed: AnyJob = {
      name: 'test.robbed',
      retry: { attempts: 1 },
      async handle({ id, payload }) {
        if (!payload.taken) return
        await asOperator('as another worker would', () =>
          unscoped().from('jobs').where('id', id).increment('token', 1)
        )
        throw new Error('too late')
      },
      failed: () => effect('gave up'),
    }
    await lab.work([robbed])
    await lab.as(() => enqueue(jobRef('test.robbed'), { taken: true }))
    await lab.as(() => enqueue(jobRef('test.robbed'), {}))
    await until('the other to be done', async () => (await lab.jobs()).length < 2)
    await lab.stopWorkers()
    assert.deepEqual(await lab.effects(), [])
    assert.notEqual((await lab.jobs())[0]?.state, 'failed')
  })

  test('resumeAt puts a job back without counting a failure', async ({ assert }) => {
    const attempts: number[] = []
    const polling: AnyJob = {
      name: 'test.polling',
      retry: { attempts: 1 },
      async handle(job) {
        attempts.push(job.attempt)
        if (attempts.length === 3) return
        await job.resumeAt(new Date(clock.now() + 50), () => effect(`look ${attempts.length}`))
      },
    }
    await lab.work([polling])
    await lab.as(() => enqueue(jobRef('test.polling'), {}))
    await lab.idle()
    assert.deepEqual(attempts, [1, 1, 1])
    assert.deepEqual(await lab.effects(), ['look 1', 'look 2'])
  })

  // Red when cancelJob() announces nothing: only the lease would stop the worker, minutes later.
  test('a cancelled job is aborted and can write nothing more', async ({ assert }) => {
    const begun = Promise.withResolvers<void>()
    const outcome = Promise.withResolvers<unknown>()
    const endless: AnyJob = {
      name: 'test.endless',
      async handle(job) {
        begun.resolve()
        await until('the abort', () => job.signal.aborted)
        outcome.resolve(await job.commit(() => effect('cancelled')).catch((error) => error))
      },
    }
    await lab.work([endless], { leaseMs: 600_000 })
    const id = await lab.as(() => enqueue(jobRef('test.endless'), {}))
    await begun.promise
    assert.isTrue(await lab.as(() => transaction(() => cancelJob(id!))))
    assert.instanceOf(await outcome.promise, LeaseLost)
    assert.lengthOf(await lab.effects(), 0)
    assert.isFalse(await lab.as(() => cancelJob(id!)))
  })

  test('a tenant with few jobs does not wait behind one with many', async ({ assert }) => {
    const slow: AnyJob = {
      name: 'test.share',
      async handle(job) {
        await lab.effects()
        await job.finish(() => effect(currentContext().tenantId!))
      },
    }
    const add = (tenant: string, count: number) =>
      lab.as(
        () =>
          transaction(async () => {
            for (let n = 0; n < count; n++) await enqueue(jobRef('test.share'), {})
          }),
        tenant
      )
    await add('acme', 300)
    await add('birch', 10)
    await lab.work([slow], { concurrency: 8 })
    await lab.idle()
    const order = await lab.effects()
    assert.lengthOf(order, 310)
    assert.isBelow(order.lastIndexOf('birch'), 40)
  })

  test('tenants take turns if there is less room than tenants', async ({ assert }) => {
    const turns: string[] = []
    for (const tenant of ['acme', 'acme', 'acme', 'birch', 'birch', 'birch']) {
      await lab.as(() => enqueue(jobRef('test.turn'), {}), tenant)
    }
    const turn: AnyJob = {
      name: 'test.turn',
      handle: async () => void turns.push(currentContext().tenantId!),
    }
    await lab.work([turn], { concurrency: 1 })
    await lab.idle()
    assert.deepEqual(turns, ['acme', 'birch', 'acme', 'birch', 'acme', 'birch'])
  })

  test('the health check reports overdue and failed jobs', async ({ assert }) => {
    assert.deepEqual(await checkJobs(), { status: 'ok' })
    await lab.as(() => enqueue(jobRef('test.counted'), { key: 'late' }))
    const run_at = new Date(Date.now() - 120_000).toISOString()
    await asOperator('make it late', () => unscoped().from('jobs').update({ run_at }))
    assert.containSubset(await checkJobs(), {
      status: 'degraded',
      message: '1 jobs have waited over a minute.',
    })
    // Red when a backlog is counted completely: monitoring asks often.
    for (const key of Array.from({ length: 120 }, (_, at) => `late ${at}`)) {
      await lab.as(() => enqueue(jobRef('test.counted'), { key }))
    }
    await asOperator('make them late', () => unscoped().from('jobs').update({ run_at }))
    assert.containSubset(await checkJobs(), {
      status: 'degraded',
      message: '100 or more jobs have waited over a minute.',
    })
  })

  test('one tenant never uses all the room', async ({ assert }) => {
    const gate = Promise.withResolvers<void>()
    let running = 0
    const long: AnyJob = {
      name: 'test.long',
      async handle() {
        running++
        await gate.promise
      },
    }
    await lab.work([long, counted], { concurrency: 8 })
    for (let n = 0; n < 20; n++) await lab.as(() => enqueue(jobRef('test.long'), {}))
    await until('the room to fill', () => running === 6)
    await lab.as(() => enqueue(jobRef('test.counted'), { key: 'other' }), 'birch')
    await until('the other tenant', async () => (await lab.effects()).includes('other'))
    assert.equal(running, 6)
    gate.resolve()
    await lab.idle()
    assert.equal(running, 20)
  })

  test('unknown jobs are kept until a plugin knows them', async ({ assert }) => {
    await lab.work([])
    await lab.as(() => enqueue(jobRef('test.counted'), { key: 'patient' }))
    await until('the job to be unknown', async () => (await lab.jobs())[0]?.state === 'unknown')
    const [job] = await lab.jobs()
    assert.match(job?.last_error ?? '', /No installed plugin .*test\.counted/)
    await lab.stopWorkers()
    await lab.work([counted])
    await lab.idle()
    assert.deepEqual(await lab.effects(), ['patient'])
  })

  test('stop lets running jobs end and returns the rest', async ({ assert }) => {
    let stubborn = 0
    const gate = Promise.withResolvers<void>()
    const definitions: AnyJob[] = [
      {
        name: 'test.quick',
        async handle(job) {
          await gate.promise
          await job.finish(() => effect('quick'))
        },
      },
      {
        name: 'test.stubborn',
        async handle({ signal }) {
          if (++stubborn > 1) return
          await until('the abort', () => signal.aborted)
          throw signal.reason
        },
      },
    ]
    await lab.work(definitions, { drainMs: 60_000 })
    await lab.as(() => enqueue(jobRef('test.quick'), {}))
    await lab.as(() => enqueue(jobRef('test.stubborn'), {}))
    await until('both to run', async () =>
      (await lab.jobs()).every(({ state }) => state === 'running')
    )
    const stopped = lab.stopWorkers()
    gate.resolve()
    await until('the one that ends', async () => (await lab.effects()).includes('quick'))
    testClock.advance(60_000)
    await stopped
    assert.deepEqual(await lab.effects(), ['quick'])
    const left = await lab.jobs()
    assert.lengthOf(left, 1)
    assert.containSubset(left[0], { state: 'waiting', attempts: 0, losses: 0 })
    await lab.work(definitions)
    await lab.idle()
    assert.equal(stubborn, 2)
  })

  // Red when the fence compares only the token: a returned job keeps it until it is claimed.
  test('an attempt that continues after its worker returned the job can write nothing more', async ({
    assert,
  }) => {
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const outcome = Promise.withResolvers<unknown>()
    const deaf: AnyJob = {
      name: 'test.deaf',
      async handle(job) {
        begun.resolve()
        await goOn.promise
        outcome.resolve(await job.commit(() => effect('deaf')).catch((error) => error))
      },
    }
    await lab.work([deaf], { drainMs: soonMs })
    await lab.as(() => enqueue(jobRef('test.deaf'), {}))
    await begun.promise
    await lab.stopWorkers()
    goOn.resolve()
    assert.instanceOf(await outcome.promise, LeaseLost)
    assert.deepEqual(await lab.effects(), [])
  })

  // Red when maxLosses is ignored.
  test('a job that ended its process too often is given up', async ({ assert }) => {
    await lab.as(() => enqueue(jobRef('test.counted'), { key: 'poison' }))
    await asOperator('pretend crashes', () => unscoped().from('jobs').update({ losses: 11 }))
    await lab.work([counted])
    await until('the job to be given up', async () => (await lab.jobs())[0]?.state === 'failed')
    const [job] = await lab.jobs()
    assert.match(job?.last_error ?? '', /died 11 times/)
    assert.lengthOf(await lab.effects(), 0)
  })

  // Red when Attempt or contextOf parses without a check, or reactivateKnown reactivates the jobs.
  test('a job this version cannot read is kept as unknown and stops no others', async ({
    assert,
  }) => {
    await lab.work([counted], looking)
    const id = await lab.as(() => enqueue(jobRef('test.counted'), { key: 'first' }))
    assert.isString(id)
    await lab.idle()
    const unreadable = ['[]', '["a"]', '"text"', 'null', '7']
    // A PostgreSQL JSON column holds only JSON.
    if (testDatabase !== 'pg') unreadable.push('{', '', '{"a":')
    const rows = unreadable.flatMap((value) => [
      { payload: value, actor: '{}' },
      { payload: '{}', actor: value },
    ])
    const row = {
      name: 'test.counted',
      tenant_id: 'acme',
      lane: 'acme',
      state: 'waiting',
      priority: 0,
      created_at: now(),
      run_at: now(),
    }
    await asOperator('be a newer version', () =>
      unscoped()
        .table('jobs')
        .multiInsert(rows.map((columns) => ({ ...row, id: newId(), ...columns })))
    )
    await lab.as(() => enqueue(jobRef('test.counted'), { key: 'after' }))
    await until('the others to be unknown', async () => {
      const states = (await lab.jobs()).map(({ state }) => state)
      return states.length === rows.length && states.every((state) => state === 'unknown')
    })
    assert.deepEqual(await lab.effects(), ['first', 'after'])
    const [job] = await lab.jobs()
    assert.match(job!.last_error!, /is not a JSON object/)
    // Checked many times since, never claimed again.
    const tokens = async () =>
      (await lab.jobs()).map((one) => (one as unknown as { token: number }).token)
    const before = await tokens()
    await lab.as(() =>
      enqueue(jobRef('test.counted'), { key: 'last' }, { runAt: new Date(clock.now() + 300) })
    )
    await until('the last one', async () => (await lab.effects()).includes('last'))
    assert.deepEqual(await tokens(), before)
  })

  // Red when a job whose `failed` throws is retried.
  test('a job whose failure cannot be handled fails anyway', async ({ assert }) => {
    const hopeless: AnyJob = {
      name: 'test.hopeless',
      retry: { attempts: 1 },
      handle: () => Promise.reject(new Error('no')),
      failed: () => Promise.reject(new Error('nor this')),
    }
    await lab.work([hopeless])
    await lab.as(() => enqueue(jobRef('test.hopeless'), {}))
    await until('the failure', async () => (await lab.jobs())[0]?.state === 'failed')
    assert.equal((await lab.jobs())[0]!.last_error, 'Error: no')
  })

  // Red when receiveSignal() trusts a cancellation.
  test('a false cancellation message stops nothing', async ({ assert }) => {
    const begun = Promise.withResolvers<AbortSignal>()
    const goOn = Promise.withResolvers<void>()
    const patient: AnyJob = {
      name: 'test.patient',
      async handle(job) {
        begun.resolve(job.signal)
        await goOn.promise
        await job.commit(() => effect('went on'))
        await until('the abort', () => job.signal.aborted)
      },
    }
    await lab.work([patient, counted], { leaseMs: 600_000 })
    const id = (await lab.as(() => enqueue(jobRef('test.patient'), {})))!
    const signal = await begun.promise
    const lease = () =>
      asOperator('look at the lease', async () =>
        String((await unscoped().from('jobs').where('id', id).first()).lease_until)
      )
    const say = () =>
      asOperator('be another process', () =>
        unscoped().rawQuery(`select pg_notify('crossdock_jobs', ?)`, [
          JSON.stringify({ kind: 'cancelled', id, from: crypto.randomUUID() }),
        ])
      )
    const before = await lease()
    await say()
    await until('the row to be looked at', async () => (await lease()) !== before)
    assert.isFalse(signal.aborted)
    goOn.resolve()
    await until('the job to go on', async () => (await lab.effects()).includes('went on'))
    // A job really deleted by another process ends long before the lease would.
    await asOperator('take it away', () => unscoped().from('jobs').where('id', id).delete())
    await say()
    await until('the abort', () => signal.aborted)
  }).skip(testDatabase !== 'pg', 'only PostgreSQL has notifications')

  // Red when receiving lets JSON.parse throw, or passes on unchecked content.
  test('foreign notifications are ignored', async ({ assert, cleanup }) => {
    const faults: Error[] = []
    const note = (error: Error) => void faults.push(error)
    process.on('uncaughtExceptionMonitor', note)
    cleanup(() => void process.off('uncaughtExceptionMonitor', note))
    await lab.work([counted])
    const names = ['null', '1', '[]', '{}', '""', '{', 'x'.repeat(7_000), '\ud83d\ude00']
    const shaped = [null, 'x', -1, 1e308, {}, [], true].flatMap((value) => [
      { kind: 'work', at: value },
      { kind: 'cancelled', id: value },
      { kind: value, at: 0 },
      { from: value, kind: 'work' },
      { __proto__: value, constructor: { prototype: { kind: 'work' } } },
    ])
    const garbage = [...names, ...shaped.map((message) => JSON.stringify(message))]
    for (let round = 0; round < 5; round++) {
      await asOperator('be a stranger', () =>
        unscoped().rawQuery(
          `select pg_notify('crossdock_jobs', message) from
          jsonb_array_elements_text(?::jsonb) as message`,
          [JSON.stringify([...garbage, String(round)])]
        )
      )
    }
    // Sent after the invalid messages, from a session like that of another process.
    await lab.as(() => enqueue(jobRef('test.counted'), { key: 'after' }))
    await lab.idle()
    assert.deepEqual(await lab.effects(), ['after'])
    assert.deepEqual(faults, [])
  }).skip(testDatabase !== 'pg', 'only PostgreSQL has notifications')
})
