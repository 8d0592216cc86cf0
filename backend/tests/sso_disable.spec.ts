import { execFile } from 'node:child_process'
import { test } from '@japa/runner'
import { bootApp, migratedDatabase, programOf } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator, insertMissing, inTenant } from '@crossdock/kernel/tenancy'
import type { FreshDatabase } from '@crossdock/kernel/testing'
import { installed } from '../plugins.js'

/** Runs `node ace sso:disable` on a database, as a separate process. */
function disable({ dataDir, databaseUrl }: FreshDatabase, tenant: string) {
  const { PATH = '' } = process.env
  const env = { PATH, NODE_ENV: 'test', DATA_DIR: dataDir, DEMO: 'false' }
  const options = { env: { ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) } }
  const words = [...programOf('console'), 'sso:disable', tenant]
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) =>
    execFile(process.execPath, words, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    )
  )
}

test.group('node ace sso:disable', (group) => {
  let database: FreshDatabase

  group.setup(async () => {
    database = await migratedDatabase(installed)
    const app = await bootApp({ database })
    for (const subdomain of ['acme', 'bolt']) {
      const { admin } = await app.tenant(subdomain)
      await app.ok('POST', '/api/oauth-configs', {
        as: admin,
        body: {
          name: `ID of ${subdomain}`,
          issuer: 'https://id.people.example',
          clientId: 'x',
          settings: { allowedDomains: ['people.example'] },
        },
      })
    }
    await asOperator('mark the providers as tested', async () =>
      unscoped().from('oauth_configs').update({ is_active: true })
    )
    await asOperator('set the sign-in rules', async () => {
      const tenants: { id: string }[] = await unscoped().from('tenants').select('id')
      for (const { id } of tenants) {
        await inTenant(id, () => insertMissing('sign_in_rules', [{ sso_only: true }]))
      }
    })
    await app.stop()
    return () => database.remove()
  })

  // Red when it disables nothing, or affects other tenants.
  test('disables the providers of one tenant', async ({ assert }) => {
    const absent = await disable(database, 'absent')
    assert.equal(absent.code, 1)
    assert.include(absent.stderr, 'There is no tenant with the id or subdomain "absent".')
    const first = await disable(database, 'acme')
    assert.deepEqual([first.code, first.stdout], [0, 'Disabled: ID of acme.\n'], first.stderr)
    assert.equal((await disable(database, 'acme')).stdout, 'No identity provider was enabled.\n')
  })

  // Red when the rule stays: no one could sign in.
  test('its people can sign in again, and those of another tenant only with their provider', async ({
    assert,
  }) => {
    const again = await bootApp({ database })
    await again.signIn('viewer@acme.example', 'acme')
    await assert.rejects(() => again.signIn('viewer@bolt.example', 'bolt'), /E_SIGN_IN_RULE/)
    await again.stop()
    assert.equal((await disable(database, 'bolt')).stdout, 'Disabled: ID of bolt.\n')
  })
})
