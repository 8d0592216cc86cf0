// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { afterCommit, ask, newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { DriverTrace, testDatabase, type Asked } from '@crossdock/kernel/testing'
import { insertRow } from '../rows/kept_rows.js'

test.group('Transactions', (group) => {
  let app: TestApp

  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })

  const inOne = <T>(work: () => Promise<T>) => asOperator('a test', () => transaction(work))
  const add = (name: string) => {
    const times = { created_at: now(), updated_at: now() }
    return insertRow('tenants', { id: name, name, subdomain: name, status: 'active', ...times })
  }
  const isThere = (id: string) =>
    asOperator('look', async () => {
      const found = await ask('select id from tenants where id = ?', [id])
      return found.length > 0
    })

  test('are joined by nested calls, and run callbacks after the commit', async ({ assert }) => {
    const calls: string[] = []
    await inOne(async () => {
      await transaction(async () => {
        afterCommit(() => calls.push('inner'))
        await add('joined')
      })
      assert.deepEqual(calls, [])
    })
    assert.deepEqual(calls, ['inner'])
    assert.isTrue(await isThere('joined'))
  })

  test('store nothing when they fail, and keep the connection usable', async ({ assert }) => {
    const failing = inOne(async () => {
      await add('undone')
      throw new Error('stop')
    })
    await assert.rejects(() => failing, 'stop')
    const refused = inOne(async () => {
      await add('twice')
      await add('twice')
    })
    await assert.rejects(() => refused, /unique/i)
    assert.isFalse((await isThere('undone')) || (await isThere('twice')))
    await inOne(() => add('afterwards'))
    assert.isTrue(await isThere('afterwards'))
  })

  // Red without the check before each statement: the statement would run outside any transaction, on a
  // connection that another caller uses.
  test('refuse statements that were not awaited', async ({ assert }) => {
    const late: Promise<unknown>[] = []
    const over = Promise.withResolvers<void>()
    const behind = async (work: () => Promise<unknown>) => {
      await over.promise
      return work()
    }
    await inOne(async () => {
      late.push(behind(() => add('late')))
      late.push(behind(async () => unscoped().from('tenants').where('id', 'joined').delete()))
    })
    over.resolve()
    const ends = await Promise.allSettled(late)
    for (const end of ends) {
      assert.match(
        String(end.status === 'rejected' && end.reason),
        /The transaction has ended: await/
      )
    }
    assert.isFalse(await isThere('late'))
  })

  test('are opened only by transaction()', async ({ assert }) => {
    await assert.rejects(
      () => asOperator('a test', () => unscoped().transaction(async () => undefined)),
      /Only transaction\(\) opens a transaction/
    )
  })

  // Red when values are part of the text, or a repeated text is sent again (pg) or prepared again
  // (better-sqlite3).
  test('use the same text for every row of one shape', async ({ assert, cleanup }) => {
    const trace = new DriverTrace()
    cleanup(() => trace.stop())
    for (const name of ['one', 'two']) await inOne(() => add(`shape-${name}-${newId().slice(-4)}`))
    const texts = trace.asked.map(({ text }) => text).filter((text) => text.startsWith('insert'))
    assert.lengthOf(texts, 2)
    assert.lengthOf(new Set(texts), 1)
  })

  if (testDatabase !== 'pg') return

  // Red when a transaction acquires its connection like a single statement (`acquireConnection`).
  test('begin with their scope in one round trip', async ({ assert, cleanup }) => {
    const trace = new DriverTrace()
    cleanup(() => trace.stop())
    await inOne(() => ask('select 1 as one'))
    const [own] = trace.transactions.filter((asked) =>
      asked.some(({ text }) => text === 'select 1 as one')
    )
    const texts = [
      `begin; select set_config('app.tenant_id', '*', true)`,
      'select 1 as one',
      'commit',
    ]
    assert.deepEqual(
      own!.map(({ text }) => text),
      texts
    )
    // Nothing ran on this connection before, either.
    const [{ by }] = own as [Asked]
    const asked = trace.asked.filter((one) => one.by === by).map(({ text }) => text)
    assert.deepEqual(asked.slice(0, texts.length), texts)
  })
})
