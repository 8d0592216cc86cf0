import { execFile } from 'node:child_process'
import { test } from '@japa/runner'
import { bootApp, programOf } from '@crossdock/backend/testing'
import { newId, now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { freshDatabase, type FreshDatabase } from '@crossdock/kernel/testing'

/** Runs a command of `node ace` on a database, as a process of its own. */
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

test.group('node ace second-factor', () => {
  // Red when it releases nothing, or resets nobody.
  test('it lets those in again who are locked out', async ({ assert, cleanup }) => {
    const database = await freshDatabase()
    cleanup(() => database.remove())
    const app = await bootApp({ database })
    const { id: tenantId } = await app.tenant('acme')
    const operator = 'operator@crossdock.example'
    await asOperator('as if it had been switched on, and chosen by somebody', async () => {
      await unscoped()
        .from('tenants')
        .where('id', tenantId)
        .update({ second_factor_required: true })
      const user = await unscoped().from('users').where('email', operator).firstOrFail()
      const row = { id: newId(), tenant_id: null, user_id: user.id, created_at: now() }
      await unscoped().insertQuery().table('second_factors').insert(row)
    })
    await app.stop()

    const nobody = await ace(database, 'second-factor:release', 'nobody')
    assert.equal(nobody.code, 1)
    assert.include(nobody.stderr, 'There is no tenant with the id or subdomain "nobody".')
    const released = await ace(database, 'second-factor:release', 'acme')
    assert.equal(released.stdout, 'acme requires a second factor no more.\n', released.stderr)
    assert.equal(
      (await ace(database, 'second-factor:release', 'acme')).stdout,
      'acme required none.\n'
    )
    const unknown = await ace(database, 'second-factor:reset', 'x@acme.example', '--tenant=acme')
    assert.include(unknown.stderr, 'There is nobody with the address "x@acme.example" there.')
    const reset = await ace(database, 'second-factor:reset', operator)
    assert.equal(reset.stdout, `Reset the second factor of ${operator}.\n`, reset.stderr)

    const again = await bootApp({ database })
    cleanup(() => again.stop())
    for (const [email, tenant] of [[operator], ['viewer@acme.example', 'acme']] as const) {
      const as = await again.signIn(email, tenant)
      const me = await again.ok<{ session: { held: string | null } }>('GET', '/api/auth/me', { as })
      assert.isNull(me.session.held)
    }
  })
})
