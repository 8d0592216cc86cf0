import { execFile } from 'node:child_process'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { bootApp, migratedDatabase, programOf } from '@crossdock/backend/testing'
import { newId, now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { FreshDatabase } from '@crossdock/kernel/testing'
import { installed } from '../plugins.js'

/** Runs a command of `node ace` on a database, as a separate process. */
function ace({ dataDir, databaseUrl }: FreshDatabase, ...words: string[]) {
  const { PATH = '' } = process.env
  const env = { PATH, NODE_ENV: 'test', DATA_DIR: dataDir, DEMO: 'false' }
  const options = { env: { ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) } }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) =>
    execFile(
      process.execPath,
      [...programOf('console'), ...words],
      options,
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    )
  )
}

test.group('node ace second-factor', (group) => {
  const operator = 'operator@crossdock.example'
  let database: FreshDatabase

  group.setup(async () => {
    database = await migratedDatabase(installed)
    const app = await bootApp({ database })
    const { id: tenantId } = await app.tenant('acme')
    await asOperator('enable the rule, and give people a second factor', async () => {
      await unscoped()
        .from('tenants')
        .where('id', tenantId)
        .update({ second_factor_required: true })
      const user = await unscoped().from('users').where('email', operator).firstOrFail()
      const row = { id: newId(), tenant_id: null, user_id: user.id, created_at: now() }
      await unscoped().insertQuery().table('second_factors').insert(row)
    })
    await app.stop()
    return () => database.remove()
  })

  /** Whether they can sign in with only a link. */
  async function assertComesIn(assert: Assert, email: string, tenant?: string) {
    const app = await bootApp({ database })
    try {
      const as = await app.signIn(email, tenant)
      const me = await app.ok<{ session: { held: string | null } }>('GET', '/api/auth/me', { as })
      assert.isNull(me.session.held)
    } finally {
      await app.stop()
    }
  }

  // Red when the command releases nothing.
  test('releases a tenant whose people are locked out', async ({ assert }) => {
    const absent = await ace(database, 'second-factor:release', 'absent')
    assert.equal(absent.code, 1)
    assert.include(absent.stderr, 'There is no tenant with the id or subdomain "absent".')
    const released = await ace(database, 'second-factor:release', 'acme')
    assert.equal(released.stdout, 'acme no longer requires a second factor.\n', released.stderr)
    const again = await ace(database, 'second-factor:release', 'acme')
    assert.equal(again.stdout, 'acme did not require a second factor.\n')
    await assertComesIn(assert, 'viewer@acme.example', 'acme')
  })

  // Red when the command resets no one.
  test('resets a person who lost the second factor', async ({ assert }) => {
    const unknown = await ace(database, 'second-factor:reset', 'x@acme.example', '--tenant=acme')
    assert.include(unknown.stderr, 'There is no person with the address "x@acme.example" there.')
    const reset = await ace(database, 'second-factor:reset', operator)
    assert.equal(reset.stdout, `Reset the second factor of ${operator}.\n`, reset.stderr)
    await assertComesIn(assert, operator)
  })
})
