// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { afterCommit, attempt, now, transaction, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { testDatabase } from '@crossdock/kernel/testing'

test.group('Work in a savepoint', (group) => {
  let app: TestApp
  const calls: string[] = []

  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  group.each.setup(() => void calls.splice(0))

  const inOne = <T>(work: () => Promise<T>) => asOperator('a test', () => transaction(work))
  const add = async (name: string) => {
    afterCommit(() => calls.push(name))
    const times = { created_at: now(), updated_at: now() }
    await unscoped()
      .insertQuery()
      .table('tenants')
      .insert({ id: name, name, subdomain: name, status: 'active', ...times })
  }
  const added = (...names: string[]) =>
    asOperator('look', async () => {
      const rows = await unscoped().from('tenants').whereIn('id', names).orderBy('id').select('id')
      return rows.map(({ id }) => id)
    })
  const fail = (name: string) => async () => {
    await add(name)
    throw new Error(`not ${name}`)
  }

  // Red when attempt() sets no savepoint, or the work shares the transaction's `afterCommit`.
  test('is undone separately, with its commit callbacks', async ({ assert }) => {
    await inOne(async () => {
      await add('a1')
      const outcome = await attempt(fail('a2'))
      assert.isFalse(outcome.done)
      assert.deepEqual(await attempt(async () => 'fine'), { done: true, result: 'fine' })
      await attempt(() => add('a3'))
    })
    assert.deepEqual(await added('a1', 'a2', 'a3'), ['a1', 'a3'])
    assert.deepEqual(calls, ['a1', 'a3'])
  })

  test('can be nested', async ({ assert }) => {
    await inOne(async () => {
      await attempt(async () => {
        await add('b1')
        await attempt(fail('b2'))
      })
      await attempt(async () => {
        await attempt(() => add('b3'))
        throw new Error('outer')
      })
    })
    assert.deepEqual(await added('b1', 'b2', 'b3'), ['b1'])
    assert.deepEqual(calls, ['b1'])
  })

  // Red when the savepoint is released outside the try: PostgreSQL refuses it then.
  test('fails when a statement failed, even if its error was swallowed', async ({ assert }) => {
    await inOne(async () => {
      const { done } = await attempt(async () => {
        await add('c1')
        await unscoped()
          .rawQuery('select * from missing')
          .catch(() => undefined)
      })
      assert.equal(done, testDatabase !== 'pg')
      await add('c2')
    })
    assert.include(await added('c1', 'c2'), 'c2')
  })

  test('needs a transaction', async ({ assert }) => {
    await assert.rejects(() => asOperator('a test', () => attempt(fail('d1'))), /transaction/)
  })
})
