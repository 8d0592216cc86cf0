// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { afterCommit, attempt, now, transaction, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { testDatabase } from '@crossdock/kernel/testing'

test.group('Work that may fail alone', (group) => {
  let app: TestApp
  const told: string[] = []

  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  group.each.setup(() => void told.splice(0))

  const inOne = <T>(work: () => Promise<T>) => asOperator('a test', () => transaction(work))
  const add = async (name: string) => {
    afterCommit(() => told.push(name))
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

  // Red when attempt() sets no savepoint, or hands `afterCommit` of the transaction to the work.
  test('is undone alone, with what waited for the commit', async ({ assert }) => {
    await inOne(async () => {
      await add('a1')
      const outcome = await attempt(fail('a2'))
      assert.isFalse(outcome.done)
      assert.deepEqual(await attempt(async () => 'fine'), { done: true, result: 'fine' })
      await attempt(() => add('a3'))
    })
    assert.deepEqual(await added('a1', 'a2', 'a3'), ['a1', 'a3'])
    assert.deepEqual(told, ['a1', 'a3'])
  })

  test('may be part of other such work', async ({ assert }) => {
    await inOne(async () => {
      await attempt(async () => {
        await add('b1')
        await attempt(fail('b2'))
      })
      await attempt(async () => {
        await attempt(() => add('b3'))
        throw new Error('all of it')
      })
    })
    assert.deepEqual(await added('b1', 'b2', 'b3'), ['b1'])
    assert.deepEqual(told, ['b1'])
  })

  // Red when the savepoint is given up outside of the try: PostgreSQL refuses it then.
  test('has failed when a statement has, whoever kept its error to himself', async ({ assert }) => {
    await inOne(async () => {
      const { done } = await attempt(async () => {
        await add('c1')
        await unscoped()
          .rawQuery('select * from nowhere')
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
