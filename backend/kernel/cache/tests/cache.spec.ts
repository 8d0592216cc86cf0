// onBothDatabases: its SQL differs by database
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import {
  bootApp,
  freePort,
  ServerProcess,
  signIn,
  until,
  type TestApp,
} from '@crossdock/backend/testing'
import { transaction } from '@crossdock/kernel/database'
import { defineEvent, recordEvent } from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionAt, testDatabase, urlWith } from '@crossdock/kernel/testing'
import { tail } from '../../events/tail.js'
import { Cache } from '../index.js'

const thingChanged = defineEvent('thing_changed', {
  description: 'A probe',
  payload: vine.object({}),
})

const probe = definePlugin({
  name: 'probe',
  version: '1.0.0',
  compatibility: '^0.1',
  eventTypes: [thingChanged],
})

/** A stored value, and a cache without expiry. */
function things({ size, type = 'thing' }: { size?: number; type?: string } = {}) {
  const stored = new Map<string, number>()
  let loads = 0
  let gate: Promise<void> | undefined
  const cache = new Cache<number>({
    async load(key) {
      loads++
      const value = stored.get(key) ?? 0
      await gate
      return value
    },
    until: () => Infinity,
    drop: ({ targetType, targetId }) =>
      targetType === type ? (_, key) => type !== 'thing' || key === targetId : undefined,
    ...(size ? { size } : {}),
  })
  /** Results of `load` wait until the returned function is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return () => {
      gate = undefined
      resolve()
    }
  }
  return { cache, stored, hold, loads: () => loads }
}

const change = (id: string, work: () => unknown = () => undefined) =>
  asOperator('a test changes a thing', () =>
    transaction(async () => {
      await work()
      await recordEvent(thingChanged, { target: { type: 'thing', id }, payload: {} })
    })
  )

test.group('Caches', (group) => {
  let app: TestApp

  group.setup(async () => {
    app = await bootApp({ plugins: [probe] })
    return () => app.stop()
  })

  // Red when recordEvent() does not announce the event after its commit.
  test('an entry is kept until an event drops it, before the change is answered', async ({
    assert,
  }) => {
    const { cache, stored, loads } = things()
    stored.set('one', 1)
    assert.equal(await cache.get('one'), 1)
    assert.equal(await cache.get('one'), 1)
    assert.equal(await cache.get('two'), 0)
    assert.equal(loads(), 2)
    for (let value = 2; value < 20; value++) {
      await change('one', () => stored.set('one', value))
      assert.equal(await cache.get('one'), value)
    }
    const before = loads()
    await cache.get('two')
    assert.equal(loads(), before, 'what the events did not concern is kept')
  })

  // Red when Memo.drop() does not count a generation (1 is kept), or keeps the loads (1 is shared).
  test('a load that started before a change is neither kept nor shared afterwards', async ({
    assert,
  }) => {
    const { cache, stored, hold } = things()
    stored.set('one', 1)
    const releaseEarly = hold()
    const early = cache.get('one')
    await change('one', () => stored.set('one', 2))
    const releaseLate = hold()
    const late = cache.get('one')
    releaseLate()
    assert.equal(await late, 2)
    releaseEarly()
    assert.equal(await early, 1)
    assert.equal(await cache.get('one'), 2)
  })

  test('requests that come together share one load, and one that fails is tried again', async ({
    assert,
  }) => {
    const { cache, hold, loads } = things()
    const release = hold()
    const together = Promise.all([cache.get('one'), cache.get('one'), cache.get('one')])
    release()
    await together
    assert.equal(loads(), 1)
    let tries = 0
    const failing = new Cache<number>({
      load: async () => {
        if (++tries === 1) throw new Error('not yet')
        return tries
      },
      until: () => Infinity,
      drop: () => undefined,
    })
    await assert.rejects(() => failing.get('one'), 'not yet')
    assert.equal(await failing.get('one'), 2)
  })

  // Red when Memo has no limit.
  test('the oldest entries are dropped', async ({ assert }) => {
    const { cache, loads } = things({ size: 3 })
    for (const key of ['a', 'b', 'c', 'd']) await cache.get(key)
    await cache.get('d')
    assert.equal(loads(), 4)
    await cache.get('a')
    assert.equal(loads(), 5)
  })

  // Red when get() keeps data loaded inside a transaction.
  test('reads of a transaction are not kept: it may be rolled back', async ({ assert }) => {
    const { cache, stored } = things()
    stored.set('one', 1)
    const undone = asOperator('a test changes its mind', () =>
      transaction(async () => {
        stored.set('one', 2)
        assert.equal(await cache.get('one'), 2)
        stored.set('one', 1)
        throw new Error('taken back')
      })
    )
    await assert.rejects(() => undone, 'taken back')
    assert.equal(await cache.get('one'), 1)
  })

  if (testDatabase !== 'pg') return

  test('a change by another process drops the entry here', async ({ assert, cleanup }) => {
    const other = new ServerProcess(app.database, await freePort())
    cleanup(() => void other.kill())
    await other.start()
    const as = await signIn(other, 'operator@crossdock.example')
    const make = () =>
      fetch(`${other.url}/api/api-tokens`, {
        method: 'POST',
        headers: { ...as.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'elsewhere' }),
      })
    const { cache, stored } = things({ type: 'api_token' })
    assert.equal(await cache.get('one'), 0)
    stored.set('one', 1)
    assert.equal(await cache.get('one'), 0)
    assert.equal((await make()).status, 201)
    // Red when the tail does not announce what it sees.
    await until('the entry to be dropped', async () => (await cache.get('one')) === 1)

    // Red when the tail announces only settled events: a transaction may stay open somewhere.
    const open = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const held = change('another', async () => {
      await recordEvent(thingChanged, { payload: {} })
      begun.resolve()
      await open.promise
    })
    await begun.promise
    stored.set('one', 2)
    assert.equal(await cache.get('one'), 1)
    assert.equal((await make()).status, 201)
    await until('the entry to be dropped', async () => (await cache.get('one')) === 2)
    open.resolve()
    await held
  })

  test('while the process does not receive events, the cache is not used', async ({
    assert,
    cleanup,
  }) => {
    const { cache, stored, loads } = things()
    const url = app.database.databaseUrl!
    const name = new URL(url).pathname.slice(1)
    const allow = (allowed: boolean) =>
      sessionAt(urlWith(url, { database: 'postgres' }), (client) =>
        client.query(`alter database ${name} with allow_connections ${allowed}`)
      )
    cleanup(async () => void (await allow(true)))
    stored.set('one', 1)
    await until('the log to be heard', () => tail.use().current)
    assert.equal(await cache.get('one'), 1)
    await allow(false)
    await sessionAt(urlWith(url, { database: 'postgres' }), (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = $1 and application_name = 'crossdock log'`,
        [name]
      )
    )
    await until('the session to be lost', () => !tail.use().current)
    // Red when get() ignores whether the tail is current.
    stored.set('one', 2)
    assert.equal(await cache.get('one'), 2)
    stored.set('one', 3)
    assert.equal(await cache.get('one'), 3)
    await allow(true)
    await until('the log to be heard again', () => tail.use().current)
    // Red when get() uses entries from before the gap.
    assert.equal(await cache.get('one'), 3)
    const before = loads()
    assert.equal(await cache.get('one'), 3)
    assert.equal(loads(), before)
  })
})
