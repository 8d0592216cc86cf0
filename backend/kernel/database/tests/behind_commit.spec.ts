// onBothDatabases: its SQL differs by database
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { definePlugin } from '@crossdock/kernel/plugin'
import { operation, type Input } from '../../http/index.js'
import { asOperator } from '../../tenancy/index.js'
import { testDatabase } from '../../testing/index.js'
import { transaction, unscoped } from '../index.js'
import { asOwner } from './refused_commits.js'

const postgres = testDatabase === 'pg'
const body = vine.create({ stored: vine.boolean(), in: vine.string().optional() })

const ask = (...statements: string[]) =>
  asOperator('a test meets a fault of the database', async () => {
    for (const statement of statements) await unscoped().rawQuery(statement)
  })

/** Causes a database fault: a server shutdown, or a full disk. */
async function fail() {
  if (postgres) return ask(`do $$ begin raise 'shut down' using errcode = '57P01'; end $$`)
  await ask('pragma max_page_count = 1')
  await ask('insert into filled values (zeroblob(1000000))').finally(() =>
    ask('pragma max_page_count = 4294967294')
  )
}

const store = () => transaction(() => ask('select 1'))

class Lab {
  async work({ body: { stored, in: within } }: Input<typeof body>) {
    if (stored) await (within === 'parallel' ? Promise.all([store(), store()]) : store())
    await (within === 'transaction' ? transaction(fail) : fail())
  }
}

const faulty = definePlugin({
  name: 'faulty',
  version: '1.0.0',
  compatibility: '^0.1',
  operations: async () => ({
    default: [
      operation(
        'POST /faulty',
        { summary: 'Fails in the laboratory', body },
        async () => ({ default: Lab }),
        'work'
      ),
    ],
  }),
})

test.group('A fault of the database', (group) => {
  let app: TestApp
  let acme: TestTenant
  group.setup(async () => {
    app = await bootApp({ plugins: [faulty], settings: { LOG_LEVEL: 'error' } })
    acme = await app.tenant('acme')
    await asOwner(app.database, 'create table filled (bytes char(1))')
    return () => app.stop()
  })

  const meet = (given: object) =>
    app.call<{ code: string; message: string }>('POST', '/api/faulty', {
      as: acme.admin,
      body: given,
    })

  // Red when transaction() does not note the commit, or the error handler ignores it.
  test('after a commit of the same request is not reported as "nothing was stored"', async ({
    assert,
  }) => {
    for (const within of [undefined, 'transaction', 'parallel']) {
      const { status, body: answer, headers } = await meet({ stored: true, in: within })
      assert.equal(status, postgres ? 503 : 507)
      assert.equal(answer.code, 'E_OUTCOME_UNKNOWN')
      assert.notInclude(answer.message, 'Nothing')
      assert.isNull(headers.get('retry-after'))
    }
  })

  // Red when a commit is noted for other requests, or a rolled-back one is noted.
  test('before any commit is, even if other requests have stored something', async ({ assert }) => {
    for (const within of [undefined, 'transaction']) {
      const { body: answer } = await meet({ stored: false, in: within })
      assert.equal(answer.code, postgres ? 'E_DATABASE_AWAY' : 'E_NO_ROOM')
      assert.include(answer.message, 'Nothing was stored.')
    }
  })
})
