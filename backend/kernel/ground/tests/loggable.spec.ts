import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { loggable } from '../loggable.js'

test.group('Errors in the log', () => {
  // Red when the error itself is logged: PostgreSQL's error holds the values of the row.
  test('name the fault but not the values', async ({ assert }) => {
    const app = await bootApp()
    try {
      const fault = (work: () => PromiseLike<unknown>) =>
        asOperator('a test makes faults', async () => work()).then(
          () => assert.fail('must fail'),
          (error: unknown) => JSON.stringify(loggable(new Error('outer', { cause: error })))
        )
      const time = new Date().toISOString()
      const times = { created_at: time, updated_at: time }
      const tenant = { id: 'my-secret', name: 'my-secret', subdomain: 'my-secret', ...times }
      const lines = [
        await fault(() => unscoped().from('tenants').where('no_such_column', 'my-secret')),
        await fault(() => unscoped().table('tenants').multiInsert([tenant, tenant])),
      ]
      assert.match(lines[0]!, /no_such_column/)
      assert.match(lines[1]!, /unique/i)
      for (const line of lines) {
        assert.match(line, /loggable\.spec/)
        assert.notInclude(line, 'my-secret')
      }
    } finally {
      await app.stop()
    }
  })
})
